/** True for whole identifiers with `_`, `.`, `-` or `#` in them. */
export function isJoined(units: Uint16Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const unit = units[index]!;
    if (unit === 0x5f || unit === 0x2d || unit === 0x2e || unit === 0x23) return true;
  }
  return false;
}

/**
 * True when the token `units[from..to)` goes on where the prefix ends, or is the prefix. A joined
 * identifier only goes on from a joined prefix: its first part is a token of its own.
 */
export function continues(units: Uint16Array, from: number, to: number, prefix: string): boolean {
  return begins(units, from, to, prefix) && isJoined(units, from, to) === /[#._-]/.test(prefix);
}

export function begins(units: Uint16Array, from: number, to: number, text: string): boolean {
  if (to - from < text.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (units[from + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
