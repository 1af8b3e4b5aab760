/** The same numbers on every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const lower = upper.toLowerCase();
export const digits = '0123456789';
export const alphanumeric = upper + lower + digits;
export const base64url = `${alphanumeric}-_`;
export const base64 = `${alphanumeric}+/`;
export const hex = `${digits}abcdef`;

export interface Draw {
  text(alphabet: string, length: number): string;
  between(least: number, most: number): number;
  one<T>(items: readonly T[]): T;
}

export function drawer(seed: number): Draw {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  return {
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
    between: (least, most) => least + below(most - least + 1),
    one: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
