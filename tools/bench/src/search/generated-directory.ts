import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileText, generateTexts } from './generated-texts.js';

/** Writes a directory of generated memories; returns its path. */
export function generateDirectory(scratch: string, count: number): string {
  const directory = join(scratch, `memories-${count}`);
  mkdirSync(directory);
  for (const text of generateTexts(count)) {
    writeFileSync(join(directory, text.path), fileText(text));
  }
  return directory;
}
