// File names must come out the same on every platform and at once, so the hash can be neither
// node:crypto nor the asynchronous Web Crypto. SHA-256 because anybody can recompute it from a
// shell: printf %s NAME | sha256sum | cut -c1-10

/** SHA-256 (FIPS 180-4) of the bytes, or of the text's UTF-8 bytes, in lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  const message = padded(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  const state = Int32Array.from(initialState);
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < message.byteLength; offset += 64) {
    fillSchedule(schedule, message, offset);
    mixBlock(state, schedule);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The bytes, a single 1 bit, zeros, and the length in bits, in whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const block = new Uint8Array(size);
  block.set(bytes);
  block[bytes.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(size - 4, (bytes.length << 3) >>> 0);
  return view;
}

function fillSchedule(schedule: Int32Array, message: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = message.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const a = schedule[i - 15]!;
    const b = schedule[i - 2]!;
    const small0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const small1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    schedule[i] = schedule[i - 16]! + small0 + schedule[i - 7]! + small1;
  }
}

function mixBlock(state: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let i = 0; i < 64; i++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + roundConstants[i]! + schedule[i]!) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i]! += word;
}

type Eight = [number, number, number, number, number, number, number, number];

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

const primes = firstPrimes(64);
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
}

/** The first 32 bits of the fraction. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x1_0000_0000) | 0;
}
