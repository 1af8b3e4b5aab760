/** A short text that stands for a longer one: equal for equal ones, for no others in practice. */
export function digestOf(text: string): string {
  // Loaded here, since most calls never need it and no client should wait for it at the start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
