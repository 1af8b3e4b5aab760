import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createDirectoryStorage } from '@mem/fs-node';
import { describe, expect, it } from 'vitest';
import { createSearcher, type Searcher } from '../../core/src/search/create-searcher.js';
import { scratchDirectory } from './scratch-directory.js';

const words = [
  'deploy',
  'friday',
  'cache',
  'policy',
  'naming',
  '部署流程',
  '缓存',
  'Übung',
  'v2.1',
];

/** Numbers from 0 up to, not including, `limit`; the same in each run. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Someone who edits the directory behind the searcher's back. */
class Editor {
  readonly #directory: string;
  readonly #below: (limit: number) => number;

  constructor(directory: string, below: (limit: number) => number) {
    this.#directory = directory;
    this.#below = below;
  }

  fill(count: number): void {
    for (let index = 0; index < count; index++) this.#write(`note${index}.md`, this.#text());
  }

  edit(): void {
    const operations = [
      () => this.#write(this.#some(), this.#text()),
      () => this.#replace(this.#some(), this.#text()),
      () => this.#swapWord(this.#some()),
      () => appendFileSync(this.#path(this.#some()), ` ${this.#word()}\n`),
      () => this.#write(`new${this.#below(1000)}.md`, this.#text()),
      () => this.#write(`folder/deep${this.#below(20)}.md`, this.#text()),
      () => rmSync(this.#path(this.#some())),
      () => renameSync(this.#path(this.#some()), this.#path(`renamed${this.#below(20)}.md`)),
      () => writeFileSync(this.#path(this.#some()), new Uint8Array([0xff, 0xfe, 0x00, 0x80])),
      () => this.#swapFiles(),
    ];
    operations[this.#below(operations.length)]!();
  }

  #swapFiles(): void {
    const [one, other] = [this.#path(this.#some()), this.#path(this.#some())];
    if (one === other) return;
    const aside = this.#path('.aside');
    renameSync(one, aside);
    renameSync(other, one);
    renameSync(aside, other);
  }

  /** An edit in place that leaves the size as it is, likely within one tick of the clock. */
  #swapWord(file: string): void {
    const text = readFileSync(this.#path(file), 'utf8');
    const swapped = text.includes('friday')
      ? text.replace('friday', 'policy')
      : text.replace('policy', 'friday');
    writeFileSync(this.#path(file), swapped);
  }

  #replace(file: string, text: string): void {
    writeFileSync(this.#path('.aside'), text);
    renameSync(this.#path('.aside'), this.#path(file));
  }

  #write(file: string, text: string): void {
    writeFileSync(this.#path(file), text);
  }

  #text(): string {
    const body = Array.from({ length: 1 + this.#below(12) }, () => this.#word()).join(' ');
    if (this.#below(6) === 0) return body;
    return `---\nname: ${this.#word()}\ndescription: ${this.#word()}\ntype: user\n---\n${body}\n`;
  }

  #word(): string {
    return words[this.#below(words.length)]!;
  }

  #some(): string {
    const files = readdirSync(this.#directory, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.md'),
    );
    return files[this.#below(files.length)] ?? 'note0.md';
  }

  #path(file: string): string {
    return join(this.#directory, file);
  }
}

async function answers(searcher: Searcher, query: string) {
  return [
    await searcher.search(query, { explain: true }),
    await searcher.search(query, { type: 'user', limit: 3 }),
    await searcher.search(query, { mode: 'contains' }),
  ];
}

describe('a searcher that lives long', () => {
  it('answers as a new one would after each of 500 edits by others', async () => {
    const directory = scratchDirectory();
    mkdirSync(join(directory, 'folder'), { recursive: true });
    const below = numbersFrom(20_261_130);
    const editor = new Editor(directory, below);
    editor.fill(30);
    const longLived = createSearcher(createDirectoryStorage(directory));
    for (let round = 0; round < 500; round++) {
      // Now and then several edits, or none, between two searches.
      for (let edits = below(4); edits > 0; edits--) editor.edit();
      const query = `${words[below(words.length)]} ${words[below(words.length)]}`;
      const fresh = createSearcher(createDirectoryStorage(directory));
      expect(await answers(longLived, query)).toEqual(await answers(fresh, query));
    }
  }, 120_000);

  it('keeps up with many changes at once', async () => {
    const directory = scratchDirectory();
    const below = numbersFrom(7);
    const editor = new Editor(directory, below);
    editor.fill(300);
    // By its clock the files are old, so that it takes them in with one pass.
    const now = () => Date.now() + 60_000;
    const longLived = createSearcher(createDirectoryStorage(directory), { now });
    for (let round = 0; round < 5; round++) {
      editor.fill(200 + below(150));
      const fresh = createSearcher(createDirectoryStorage(directory));
      expect(await answers(longLived, 'deploy 部署')).toEqual(await answers(fresh, 'deploy 部署'));
    }
  }, 120_000);
});
