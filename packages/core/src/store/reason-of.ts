/** The reason that a caller gave for a change; undefined for one that says nothing to a reader. */
export function reasonOf({
  message,
}: {
  readonly message?: string | undefined;
}): string | undefined {
  return message !== undefined && /[^\s\p{C}]/u.test(message) ? message : undefined;
}
