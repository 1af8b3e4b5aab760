import type { StoredFile } from '@mem/core';
import { decodeText, toLineFeeds } from '@mem/core/internal';
import { failure } from './tool-failure.js';

export interface FileText {
  /** As it is, but without the byte order mark. */
  readonly text: string;
  readonly bom: boolean;
  /** As the model sees it: every line end is `\n`. */
  readonly shown: string;
}

/** @throws ToolFailure when the bytes are not UTF-8: what cannot be shown cannot be edited either */
export function textOf(file: StoredFile, path: string): FileText {
  const { text, bom, utf8 } = decodeText(file.bytes);
  if (!utf8) {
    throw failure(`${path} is not a text file (its bytes are not UTF-8), so it was left as it is`);
  }
  return { text, bom, shown: toLineFeeds(text) };
}

/** The lines; a line end at the end of the text ends the last one and begins none. */
export function linesOf(shown: string): string[] {
  const lines = shown.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
