export interface JsonLine {
  /** Counted from 1. */
  readonly line: number;
  readonly value?: unknown;
  /** Why the line could not be read. */
  readonly fault?: string;
}

/** Each line that is not blank, read on its own. */
export function* readJsonLines(text: string): Generator<JsonLine> {
  let line = 0;
  for (const content of text.split('\n')) {
    line += 1;
    if (content.trim() !== '') yield readLine(line, content);
  }
}

function readLine(line: number, content: string): JsonLine {
  try {
    return { line, value: JSON.parse(content.replace(/^\uFEFF/, '')) };
  } catch {
    return { line, fault: 'It is no JSON (a line that was cut off while it was written?).' };
  }
}
