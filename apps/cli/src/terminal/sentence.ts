/** A text that may end without a full stop, with one: another sentence follows. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
