import { decodeText } from '@mem/core/internal';

/** What a file says to whoever opens it: UTF-16 is no text to a memory, and yet some programs write it. */
export function readableText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return decodeText(bytes).text;
}
