import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { isMemoryError } from '../errors.js';
import type { StoragePath } from '../storage.js';
import { editEntryFile } from './edit-entry-file.js';
import { parseEntryFile } from './parse-entry-file.js';
import { parsePlainEntryFile } from './parse-plain-entry-file.js';

const path = 'note.md' as StoragePath;
const encode = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseEntryFile(path, encode(text));
const kinds = (text: string) => parse(text).problems.map(({ kind }) => kind);
const changes = { name: 'New', description: 'new', type: 'user', body: 'new' };

const fragment = fc.constantFrom(
  ...['---\n', '---', '---js\n', '\n', '\r', '\r\n', '\ufeff', 'name', ': ', ':', '- ', '? ', '"'],
  ...["'", '[', ']', '{', '}', '&a ', '*a', '!!', '!<', '|', '>', '#', ' #', '%', '@', '`', '\t'],
  ...['metadata:', '  type: x\n', 'type: user\n', '<<<<<<< a\n', '=======\n', '>>>>>>> b\n', '...'],
  ...['```\n', '\u0000', '\u2028', 'description: ', '<<: *a\n', '\\', '\\x', 'a', ' ', '  ', '🙂'],
);

describe('any bytes', () => {
  it('are read without a throw, and alike on both paths', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fragment, { maxLength: 30 }).map((parts) => encode(parts.join(''))),
      fc.array(fragment, { maxLength: 30 }).map((parts) => encode(`---\n${parts.join('')}\n---\n`)),
      fc
        .tuple(fc.array(fragment), fc.uint8Array({ maxLength: 8 }))
        .map(([parts, rest]) => new Uint8Array([...encode(`---\n${parts.join('')}`), ...rest])),
    );
    fc.assert(
      fc.property(bytes, (file) => {
        const parsed = parseEntryFile(path, file);
        const plain = parsePlainEntryFile(path, file);
        if (plain !== undefined) expect(plain).toEqual(parsed);
        expectSafeEdit(file);
      }),
      { numRuns: 6000 },
    );
  });

  it('that are not UTF-8 are decoded with U+FFFD, said so, and never written', () => {
    const bytes = new Uint8Array([...encode('---\nname: caf'), 0xe9, ...encode('\n---\nx\n')]);
    const parsed = parseEntryFile(path, bytes);
    expect(parsed.name).toBe('caf\ufffd');
    expect(parsed.problems.map(({ kind }) => kind)).toContain('file-encoding');
    expect(() => editEntryFile(path, bytes, { body: 'y' })).toThrow(/not UTF-8/);
  });
});

function expectSafeEdit(file: Uint8Array): void {
  try {
    const edited = parseEntryFile(path, editEntryFile(path, file, changes));
    expect(edited).toMatchObject({ name: 'New', description: 'new', type: 'user' });
  } catch (error) {
    expect(isMemoryError(error) ? error.code : error).toBe('REFUSED');
    expect((error as Error).message).not.toContain('\n');
  }
}

describe('no code of a header runs', () => {
  const spy = globalThis as { ran?: boolean };
  afterEach(() => {
    delete spy.ran;
  });

  it.each(['js', 'javascript', 'JS', 'coffee', 'coffeescript', 'cson', 'json'])('---%s', (name) => {
    for (const fence of [`---${name}`, `--- ${name}`, `--- ${name} `]) {
      for (const eol of ['\n', '\r\n', '\r']) {
        const file = `${fence}\n({ name: 'x', run: (globalThis.ran = true) })\n---\nbody\n`;
        const parsed = parse(file.replaceAll('\n', eol));
        expect(parsed.problems.map(({ kind }) => kind)).toEqual(['unsafe-frontmatter']);
        expect(parsed).toMatchObject({ name: 'note', shape: 'none' });
        expect(() => editEntryFile(path, encode(file), { body: 'x' })).toThrow(/names a language/);
      }
    }
    expect(spy.ran).toBeUndefined();
  });

  it.each([
    'description: !!js/function "function () { globalThis.ran = true }()"',
    'description: !!js/undefined ""',
    'description: !<tag:yaml.org,2002:js/regexp> /x/',
    'list:\n  - !!python/object/apply:os.system ["true"]',
    'description: !ruby/object:Gem::Installer x',
  ])('%s', (line) => {
    expect(kinds(`---\nname: x\ntype: user\n${line}\n---\n`)).toContain('unsafe-frontmatter');
    expect(kinds(`---\nname: x\ntype: user\n${line}\n---\n`)).not.toContain('frontmatter-invalid');
    expect(spy.ran).toBeUndefined();
  });

  it('takes the same words in a sentence for text', () => {
    const text = '---\nname: x\ndescription: never write !!js/function tags\ntype: user\n---\n';
    expect(kinds(text)).toEqual([]);
  });

  it('keeps __proto__ and constructor plain keys', () => {
    const lines = '__proto__: {polluted: yes}\nconstructor: x\nmetadata:\n  __proto__: y\n';
    const { metadata } = parse(`---\nname: x\n${lines}---\n`);
    expect(Object.keys(metadata).sort()).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(metadata)).toBeNull();
  });
});

describe('reading a file twice', () => {
  it('gives the same answer, which belongs to its caller alone', () => {
    for (const text of ['---\nname: x\ntags: [a]\n---\n', '---\nname: a: b\ntags: [a]\n---\n']) {
      const first = parse(text);
      const copy = structuredClone({ ...first, metadata: { ...first.metadata } });
      (first.metadata.tags as string[]).push('leaked');
      first.problems.length = 0;
      expect(parse(text)).toEqual(copy);
    }
  });
});

describe('aliases', () => {
  it('never unfold', () => {
    const level = (index: number) => `l${index}: &l${index} [${`*l${index - 1},`.repeat(9)}]`;
    const levels = Array.from({ length: 30 }, (_, index) => level(index + 1)).join('\n');
    const text = `---\nname: x\nl0: &l0 [a, b]\n${levels}\n---\n`;
    const started = performance.now();
    const parsed = parse(text);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(parsed.problems.map(({ kind }) => kind)).toContain('unsafe-frontmatter');
    expect(JSON.stringify(parsed.metadata).length).toBeLessThan(text.length * 3);
  });

  it('stay as they are spelled', () => {
    const text = '---\nname: x\ntype: user\ndescription: d\na: &one first\nb: *one\n---\n';
    expect(parse(text).metadata).toEqual({ a: 'first', b: '*one' });
    expect(kinds(text)).toEqual([]);
  });
});

describe('time grows with the size, not faster', () => {
  const header = (lines: string) => `---\nname: x\n${lines}\n---\n\nbody\n`;
  /** Lines of 40 characters. */
  const numbered = (size: number, line: (index: number) => string) =>
    Array.from({ length: size / 41 }, (_, index) => line(index).padEnd(40, '.')).join('\n');
  const files: Record<string, (size: number) => string> = {
    'blank lines': (size) => header('\n'.repeat(size)),
    'lines of blanks': (size) => header(' \n'.repeat(size / 2)),
    'line separators': (size) => header('\u2028'.repeat(size / 3)),
    'a line of blanks': (size) => header(`description: a${' '.repeat(size)}b`),
    keys: (size) => header(numbered(size, (index) => `k${index}: ${index}`)),
    'keys of which each comes twice': (size) => header(numbered(size, (i) => `k${i >> 1}: x`)),
    'one key again and again': (size) => header(numbered(size, () => 'a: b')),
    'keys with text that is no YAML': (size) => header(numbered(size, (i) => `k${i}: a: b`)),
    'metadata that is no YAML': (size) =>
      header(`metadata:\n${numbered(size, (index) => `  k${index}: a: b`)}`),
    brackets: (size) => header(`a: ${'['.repeat(size)}`),
    braces: (size) => header(`a: ${'{a: '.repeat(size / 4)}`),
    dashes: (size) => header(`a: ${'- '.repeat(size / 2)}`),
    'double quotes': (size) => header(`description: ${'"'.repeat(size + 1)}`),
    'single quotes': (size) => header(`description: ${"'".repeat(size + 1)}`),
    backslashes: (size) => header(`description: "${'\\'.repeat(size)}`),
    colons: (size) => header(`description: ${'a: '.repeat(size / 3)}`),
    hashes: (size) => header(`description:${' #'.repeat(size / 2)}`),
    tags: (size) => header(`a: ${'!x '.repeat(size / 3)}`),
    anchors: (size) => header(numbered(size, (index) => `k${index}: &a${index} x`)),
    prose: (size) => header(`description: a\n${'prose here\n'.repeat(size / 11)}`),
    comments: (size) => header('# c\n'.repeat(size / 4)),
    'question marks': (size) => header('? a\n'.repeat(size / 4)),
    'an open header': (size) => `---\nname: x\n${numbered(size, () => 'a: b')}`,
    'carriage returns': (size) => `---\rname: a: b\r${'\r'.repeat(size)}---\rbody`,
    'line ends of two kinds': (size) => `---\r\nname: a: b\r\n${'\r\n\r'.repeat(size / 3)}---\n`,
    'a body of line ends': (size) => header('') + '\r\n'.repeat(size / 2),
    'a body of blanks': (size) => header('') + ' '.repeat(size),
    'a body of fences': (size) => header('') + '---\n'.repeat(size / 4),
    'a body of near fences': (size) => `---\n${`---${' '.repeat(40)}x\n`.repeat(size / 45)}`,
    'a body of conflict marks': (size) => header('') + '<<<<<<< a\n'.repeat(size / 10),
    'a body of code fences': (size) => `${header('')}<<<<<<< a\n${'```\n'.repeat(size / 4)}`,
  };

  // The small pair lies below the size to which a header is read as YAML.
  const cases = Object.keys(files).flatMap((name) => [
    { name, size: 25_000 },
    { name, size: 500_000 },
  ]);
  it.each(cases)('$name, $size and twice that', { timeout: 120_000 }, ({ name, size }) => {
    const work = (bytes: Uint8Array) => () => {
      parsePlainEntryFile(path, bytes);
      parseEntryFile(path, bytes);
    };
    const [half, whole] = [size, 2 * size].map((length) => work(encode(files[name]!(length))));
    half!();
    // Other work on the machine only ever adds time: the quietest runs count, and a second look.
    let ratio = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 8 && ratio > 2.5; attempt++) {
      const [base, time] = [quietest(half!), quietest(whole!)];
      expect(time).toBeLessThan(10_000);
      ratio = time < 20 ? 1 : time / base;
    }
    expect(ratio).toBeLessThanOrEqual(2.5);
  });
});

function quietest(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 2; run++) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
