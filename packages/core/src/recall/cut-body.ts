export interface CutBody {
  readonly body: string;
  readonly truncated: boolean;
  /** Of the body, in UTF-8. */
  readonly bytes: number;
}

const maxLines = 200;
const maxBytes = 4_096;

/** The first 200 lines and 4,096 bytes (UTF-8, whole characters) of a body. */
export function cutBody(body: string): CutBody {
  const byLines = firstLines(body);
  // One unit is at least one byte, so what comes after this cannot be within the limit.
  const encoded = new TextEncoder().encode(byLines.slice(0, maxBytes + 1));
  if (encoded.length <= maxBytes) {
    return { body: byLines, truncated: byLines !== body, bytes: encoded.length };
  }
  let end = maxBytes;
  while ((encoded[end]! & 0xc0) === 0x80) end--;
  return {
    body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(encoded.subarray(0, end)),
    truncated: true,
    bytes: end,
  };
}

function firstLines(body: string): string {
  let end = -1;
  for (let line = 0; line < maxLines; line++) {
    end = body.indexOf('\n', end + 1);
    if (end === -1) return body;
  }
  return end === body.length - 1 ? body : body.slice(0, end);
}
