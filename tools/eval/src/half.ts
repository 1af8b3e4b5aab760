/** `dev` may be looked at while the search is tuned; `test` only tells whether it helped. */
export type Half = 'dev' | 'test';

/** Always the same half for the same question, by the FNV-1a hash of its text. */
export function halfOf(question: string): Half {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(question)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 16) % 2 === 0 ? 'dev' : 'test';
}
