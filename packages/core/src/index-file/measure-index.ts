import { parseBlocks } from './blocks.js';
import { loaderLines } from './loader-view.js';
import { readPlainIndex } from './plain-index.js';
import { rememberLast } from './remember-last.js';

/** The agent's loader shows no more lines than this. */
export const maxIndexLines = 200;

/** The agent's loader shows no more bytes than this (UTF-8; a Chinese character has three). */
export const maxIndexBytes = 25_000;

export interface IndexMeasure {
  readonly lines: number;
  /** Of its UTF-8. */
  readonly bytes: number;
}

/** Size of the index as the loader counts it: without front matter and block comments. */
export const measureIndex: (text: string) => IndexMeasure = rememberLast((text) => {
  const plain = readPlainIndex(text);
  if (plain) return { lines: plain.paths.length, bytes: utf8Length(text) };
  const loaded = loaderLines(parseBlocks(text));
  const last = loaded.at(-1);
  const open = last && !last.end.includes('\n') ? 1 : 0;
  return {
    lines: loaded.filter((line) => line.end.includes('\n')).length + open,
    bytes: utf8Length(loaded.map((line) => line.text + line.end).join('')),
  };
});

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
