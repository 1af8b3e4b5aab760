/** Null stands for no file. */
export function sameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return Buffer.compare(one, other) === 0;
}
