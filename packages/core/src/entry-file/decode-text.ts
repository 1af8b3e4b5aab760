export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly bom: boolean;
  /** False when bytes had to be replaced by U+FFFD. */
  readonly utf8: boolean;
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Never throws. The text of valid UTF-8 encodes to the same bytes again. */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return withoutMark(strictDecoder.decode(bytes), true);
  } catch {
    return withoutMark(lenientDecoder.decode(bytes), false);
  }
}

/** The text, or undefined when it is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): DecodedText | undefined {
  const decoded = decodeText(bytes);
  return decoded.utf8 ? decoded : undefined;
}

function withoutMark(text: string, utf8: boolean): DecodedText {
  const bom = text.charCodeAt(0) === 0xfeff;
  return { text: bom ? text.slice(1) : text, bom, utf8 };
}

export function encodeText(text: string, bom: boolean): Uint8Array {
  return new TextEncoder().encode(bom ? `\ufeff${text}` : text);
}
