import { chmodSync, closeSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayRunAsSomeone, someone } from './other-user.js';
import { type Answer, type CallOptions, Playground } from './playground.js';

// Each: one clear line with the remedy, the right exit code, nothing changed; in JSON the same.

let play: Playground;
beforeEach(() => {
  play = new Playground();
  play.entry('good.md', { name: 'good', description: 'd', type: 'user' });
  play.write('memory/MEMORY.md', '- [good](good.md) — d\n');
});
afterEach(() => play.remove());

interface Expected {
  readonly code: number;
  readonly error: string;
  /** What the line must say, the remedy in it. */
  readonly says: RegExp;
}

function expectRefusal(words: string[], expected: Expected, options: CallOptions = {}): Answer {
  const before = play.snapshot();
  const told = play.mem(words, options);
  expect(told.err).toMatch(/^mem: [^\n]+\n(Near names: [^\n]+\n)?$/);
  expect(told.err).toMatch(expected.says);
  expect({ code: told.code, out: told.out }).toEqual({ code: expected.code, out: '' });
  const json = play.mem([...words.slice(0, 1), '--json', ...words.slice(1)], options);
  expect({ code: json.code, err: json.err }).toEqual({ code: expected.code, err: '' });
  expect(json.json.error).toMatchObject({
    code: expected.error,
    message: expect.stringMatching(expected.says),
  });
  expect(play.snapshot()).toEqual(before);
  return json;
}

describe('what cannot be saved', () => {
  const invalid = { code: 2, error: 'INVALID_ENTRY' };

  it('an unknown type', () => {
    const words = ['save', 'x', '--type', 'opinion', '--description', 'd'];
    expectRefusal(words, { ...invalid, says: /"opinion".*user, feedback, project, reference/ });
    expectRefusal(['update', 'good', '--type', 'opinion'], { ...invalid, says: /"opinion"/ });
  });

  it.each(['', '   '])('an empty name: %j', (name) => {
    const words = ['save', name, '--type', 'user', '--description', 'd'];
    expectRefusal(words, { ...invalid, says: /name/ });
  });

  it('a missing description or type', () => {
    expectRefusal(['save', 'x', '--type', 'user'], { ...invalid, says: /needs a description/ });
    expectRefusal(['save', 'x'], { ...invalid, says: /a description and a type/ });
  });

  it('an empty description', () => {
    const words = ['save', 'x', '--type', 'user', '--description', ' '];
    expectRefusal(words, { ...invalid, says: /description/ });
  });

  it('a name like a path out of the directory', () => {
    const words = ['save', '../../x', '--type', 'user', '--description', 'd', '--json'];
    const { code, json } = play.mem(words);
    // A name may hold anything; its file is inside the directory all the same.
    expect(code).toBe(0);
    expect(json.entry).toMatchObject({ name: '../../x', path: expect.stringMatching(/^[^/]+$/) });
    expectRefusal(['save', '..', '--type', 'user', '--description', 'd'], {
      ...invalid,
      says: /name/,
    });
    expectRefusal(['show', '../../etc/passwd'], { code: 1, error: 'NOT_FOUND', says: /passwd/ });
    expectRefusal(['delete', '../home'], { code: 1, error: 'NOT_FOUND', says: /home/ });
  });

  it('a body that is not UTF-8', () => {
    const words = ['save', 'x', '--type', 'user', '--description', 'd', '--body=-'];
    const usage = { code: 2, error: 'USAGE', says: /not UTF-8/ };
    expectRefusal(words, usage, { input: Buffer.from([0xff, 0xfe, 0x41]) });
  });
});

describe('a directory that cannot be used', () => {
  it('is not there', () => {
    const expected = { code: 1, error: 'NOT_FOUND', says: /no memory directory.*mem init.*--dir/ };
    for (const verb of [['list'], ['check'], ['search', 'x'], ['delete', 'x']]) {
      expectRefusal([...verb, `--dir=${play.top}/nowhere`], expected);
    }
    const save = ['save', 'x', '--type=user', '--description=d', `--dir=${play.top}/nowhere`];
    expectRefusal(save, expected);
  });

  it('is a file', () => {
    const file = play.write('file', 'x');
    const expected = { code: 5, error: 'STORAGE', says: /is a file, not a directory.*--dir/ };
    expectRefusal(['list', '--dir', file], expected);
    expectRefusal(['save', 'x', '--type=user', '--description=d', '--dir', file], expected);
    expectRefusal(['init', '--dir', file], expected);
  });

  it.runIf(process.getuid?.() !== 0 || mayRunAsSomeone())('may not be read', () => {
    const expected = { code: 5, error: 'STORAGE', says: /cannot be read \(EACCES\).*permissions/ };
    const asRoot = process.getuid?.() === 0;
    chmodSync(play.memory, asRoot ? 0o700 : 0o000);
    const other = asRoot ? { uid: someone, program: play.copyProgram() } : {};
    expectRefusal(['list'], expected, other);
    chmodSync(play.memory, 0o700);
  });
});

describe('files that cannot be used', () => {
  it('two entries of one name', () => {
    play.entry('twin.md', { name: 'good', description: 'd', type: 'user' });
    const expected = { code: 3, error: 'AMBIGUOUS', says: /good\.md.*twin\.md/ };
    for (const words of [
      ['show', 'good'],
      ['delete', 'good'],
      ['update', 'good', '--body=x'],
    ]) {
      const { json } = expectRefusal(words, expected);
      expect(json.error).toMatchObject({ candidates: ['good.md', 'twin.md'] });
    }
    expect(play.mem(['show', 'twin.md']).code).toBe(0);
  });

  it('an entry that is not UTF-8', () => {
    play.write('memory/latin.md', Buffer.from('---\nname: latin\n---\n\ncaf\xe9\n', 'latin1'));
    const listed = play.mem(['list', '--json']);
    expect(listed.code).toBe(0);
    expect(listed.json.entries).toHaveLength(2);
    expect(listed.json.problems).toMatchObject([{ kind: 'file-encoding', path: 'latin.md' }]);
    expectRefusal(['update', 'latin', '--description=x'], {
      code: 4,
      error: 'REFUSED',
      says: /UTF-8/,
    });
  });

  it('an entry of 100 MB', () => {
    const path = play.write('memory/huge.md', '');
    const descriptor = openSync(path, 'r+');
    ftruncateSync(descriptor, 100 * 1024 * 1024);
    closeSync(descriptor);
    const listed = play.mem(['list', '--json']);
    expect(listed.code).toBe(0);
    expect(listed.json.entries).toMatchObject([{ name: 'good' }]);
    expect(listed.json.problems).toMatchObject([{ kind: 'file-unreadable', path: 'huge.md' }]);
    expectRefusal(['show', 'huge'], { code: 4, error: 'UNREADABLE_ENTRY', says: /huge\.md/ });
    expect(play.mem(['search', 'good']).out).toContain('good.md');
    rmSync(path);
  });
});

describe('a command line that is wrong', () => {
  const usage = { code: 2, error: 'USAGE' };

  it.each<[string[], RegExp]>([
    [['lst'], /no verb "lst".*"mem list"/],
    [['list', '--typ=user'], /no option --typ .*--type/],
    [['show'], /missing: mem show NAME/],
    [['show', 'a', 'b'], /"b" is one argument too many/],
    [['save', 'x', 'body text'], /--body/],
    [['save', 'x', '--body=a', '--body-file=b'], /once/],
    [['save', 'x', '--body-file=nowhere.txt'], /nowhere\.txt is not there/],
    [['update', 'good'], /Nothing to change/],
    [['context', '--max-chars', 'many'], /whole number/],
    [['index', '--check', '--rebuild'], /exclude/],
    [['list', '--description'], /no option/],
    [['search', 'x', '--limit'], /needs a value/],
    [['search', 'x', '--tag', ''], /--tag needs a value that is not empty/],
    [['list', '--type='], /--type needs a value that is not empty/],
    [['search', 'x', '--since=yesterday'], /a date .* or an age/],
    [['search', 'x', '--contains', '--explain'], /exclude/],
    [['recall'], /missing: mem recall/],
    [['recall', 'x', '--workspace=nowhere'], /no directory.*--workspace/],
    [['verify'], /not known which project.*--workspace/],
    [['status', '--verify'], /not known which project/],
    [['status', '--stale=soon'], /whole number/],
    [['context', '--format=html'], /markdown, xml, index/],
    [['list', '--ignore=everything'], /--ignore: "everything"/],
    [['index', '--rebuild', '--ignore=all'], /exclude/],
    [['edit', 'good'], /no editor.*EDITOR/],
    [['completion', 'tcsh'], /bash, zsh, fish/],
  ])('%j', (words, says) => {
    expectRefusal(words, { ...usage, says });
  });
});
