import type { StoragePath } from '@mem/core';

/** A picture as the API takes it. */
export interface ImageBlock {
  type: 'image';
  source: { type: 'base64'; media_type: 'image/jpeg' | 'image/png'; data: string };
}

/** Of the API, for one picture. */
const maxImageBytes = 5 * 1024 * 1024;

/** Undefined for a file that is no picture, by its name and by its first bytes. */
export function imageBlock(
  path: StoragePath,
  bytes: Uint8Array,
): ImageBlock | 'too large' | undefined {
  const media_type = mediaTypeOf(path, bytes);
  if (media_type === undefined) return undefined;
  if (bytes.length > maxImageBytes) return 'too large';
  return { type: 'image', source: { type: 'base64', media_type, data: base64(bytes) } };
}

function mediaTypeOf(path: string, bytes: Uint8Array): 'image/jpeg' | 'image/png' | undefined {
  const begins = (...expected: readonly number[]) =>
    expected.every((byte, at) => bytes[at] === byte);
  if (/\.jpe?g$/i.test(path) && begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (/\.png$/i.test(path) && begins(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  return undefined;
}

/** Bytes that are handed to one call: more would not fit on the stack of some engines. */
const pieceBytes = 0x2000;

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + pieceBytes)));
  }
  return btoa(pieces.join(''));
}
