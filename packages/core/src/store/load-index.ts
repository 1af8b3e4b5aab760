import { cutIndex } from '../index-file/cut-index.js';
import type { LoadedIndex } from '../memory-store.js';
import type { Storage } from '../storage.js';
import { indexSizeOf } from './complete-change.js';
import { readIndex } from './index-text.js';

/** MEMORY.md as an agent sees it at start. */
export async function loadIndex(storage: Storage): Promise<LoadedIndex> {
  const { text } = await readIndex(storage);
  const cut = cutIndex(text ?? '');
  return { text: cut.text, cutLines: cut.cutLines, ...indexSizeOf(text) };
}
