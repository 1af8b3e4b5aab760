import { createHash } from 'node:crypto';
import type { Repository } from './repository.js';

/** The id that git gives to a file of these bytes. */
export function blobId(format: Repository['objectFormat'], bytes: Uint8Array): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The same for the text with LF line ends; undefined when it has no others. */
export function blobIdWithoutCr(
  format: Repository['objectFormat'],
  bytes: Uint8Array,
): string | undefined {
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.includes('\r\n')) return undefined;
  return blobId(format, Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'));
}
