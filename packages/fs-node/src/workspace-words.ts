import { setImmediate } from 'node:timers/promises';
import { monotonicTime } from './monotonic-time.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** All that one search reads, in bytes. */
const maxBytes = 300_000_000;

/** Looks for words in the text files of a workspace, all of them in one pass. */
export function createWordSearch(
  files: WorkspaceFiles,
  { timeLimit }: { readonly timeLimit: number },
): { search(words: readonly string[]): Promise<ReadonlyMap<string, boolean>> } {
  return {
    async search(words) {
      const { files: all, complete } = await files.all();
      const pass = new Pass(words, monotonicTime() + timeLimit);
      await pass.read(
        files,
        all.filter((file) => !file.generated).map((file) => file.path),
      );
      const missing = new Set(pass.wanted.keys());
      const inSource = new Set(words.filter((word) => !missing.has(word)));
      // A word that stands only in results of a build may be a remainder: that cannot be told.
      await pass.read(
        files,
        all.filter((file) => file.generated).map((file) => file.path),
      );
      const nowhere = complete && pass.complete ? [...pass.wanted.keys()] : [];
      return new Map([
        ...[...inSource].map((word): [string, boolean] => [word, true]),
        ...nowhere.map((word): [string, boolean] => [word, false]),
      ]);
    },
  };
}

class Pass {
  /** Words that were not met yet, with their bytes. */
  readonly wanted: Map<string, Buffer>;
  complete = true;
  readonly #deadline: number;
  #bytes = 0;

  constructor(words: readonly string[], deadline: number) {
    this.wanted = new Map(words.filter(Boolean).map((word) => [word, Buffer.from(word)]));
    this.#deadline = deadline;
  }

  async read(files: WorkspaceFiles, paths: readonly string[]): Promise<void> {
    let pause = monotonicTime() + 20;
    for (const path of paths) {
      if (this.wanted.size === 0) return;
      if (monotonicTime() > this.#deadline || this.#bytes > maxBytes) {
        this.complete = false;
        return;
      }
      if (monotonicTime() > pause) {
        await setImmediate();
        pause = monotonicTime() + 20;
      }
      this.#look(files.readText(path));
    }
  }

  #look(text: Buffer | undefined): void {
    if (!text) {
      this.complete = false;
      return;
    }
    this.#bytes += text.length;
    if (text.subarray(0, 8_000).includes(0)) return;
    for (const [word, bytes] of this.wanted) if (holds(text, bytes)) this.wanted.delete(word);
  }
}

function holds(text: Buffer, word: Buffer): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (isWhole(word, text[at - 1], text[at + word.length])) return true;
  }
  return false;
}

/** Whether a word ends where its bytes end, judged by the bytes beside it. */
function isWhole(word: Buffer, before: number | undefined, after: number | undefined): boolean {
  const [first, last] = [word[0]!, word[word.length - 1]!];
  if (first === dash) return before !== dash && after !== dash && !isWordByte(after);
  return !(isWordByte(first) && isWordByte(before)) && !(isWordByte(last) && isWordByte(after));
}

const dash = 0x2d;

/** Letters, digits, `_` and `$`; every byte beyond ASCII is part of some letter. */
function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    byte >= 0x80 ||
    byte === 0x5f ||
    byte === 0x24 ||
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a)
  );
}
