const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes in base64, on every platform. */
export function base64(bytes: Uint8Array): string {
  const groups: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) groups.push(group(bytes.subarray(at, at + 3)));
  return groups.join('');
}

function group([first = 0, second, third]: Uint8Array): string {
  const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
  const digit = (shift: number) => digits[(bits >> shift) & 63];
  return [
    digit(18),
    digit(12),
    second === undefined ? '=' : digit(6),
    third === undefined ? '=' : digit(0),
  ].join('');
}
