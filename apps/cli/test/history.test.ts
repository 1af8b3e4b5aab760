import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onTerminal, terminals } from './on-terminal.js';
import { type CallOptions, Playground } from './playground.js';
import { git, hostRepository, memIn, subjects } from './repositories.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
});
afterEach(() => play.remove());

const mem = (words: readonly string[], options?: CallOptions) =>
  memIn(play, play.memory, words, options);
const save = (name: string, description: string, ...more: string[]) =>
  mem(['save', name, '--type', 'user', '--description', description, '--body', 'One.', ...more]);
const begin = (...more: string[]) => mem(['init', '--git', '--dir', play.memory, ...more]);

describe('a host repository', () => {
  let host: string;
  let memory: string;
  const inHost = (words: readonly string[], options?: CallOptions) =>
    memIn(play, memory, words, options);
  const saveThere = (name: string) =>
    inHost(['save', name, '--type', 'user', '--description', 'd', '--body', 'b', '--json']);

  beforeEach(() => {
    host = hostRepository(play.folder('host'), play);
    memory = play.folder('host/memory');
  });

  it('gets no commit that nobody asked for', () => {
    expect(saveThere('a').json).toMatchObject({ history: null, warnings: [] });
    expect(inHost(['undo']).code).toBe(0);
    expect(saveThere('a').code).toBe(0);
    for (const words of [
      ['restore', 'a', '--at', 'HEAD'],
      ['sync', play.top],
      ['resolve', 'a', '--ours'],
    ]) {
      expect(inHost(words)).toMatchObject({ code: 1, err: expect.stringContaining('init --git') });
    }
    expect(subjects(host)).toEqual(['first']);
  });

  it('has its memories back when something is written that a sparse checkout hides', () => {
    inHost(['init', '--git', '--dir', memory]);
    saveThere('a');
    play.write('host/memory/MEMORY.md', `My own note.\n\n${play.read('host/memory/MEMORY.md')}`);
    saveThere('b');
    play.write('host/src/x.txt', 'x');
    git(host, 'add', '.');
    git(host, 'commit', '--quiet', '--message=more');
    git(host, 'sparse-checkout', 'set', 'src');
    expect(existsSync(memory)).toBe(false);
    expect(inHost(['list'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/hidden by a sparse checkout\. `git sparse-checkout add memory`/),
    });
    // What said that changes are committed went with the directory.
    const { json, code } = saveThere('c');
    expect(code).toBe(0);
    expect(json).toMatchObject({
      warnings: [{ message: expect.stringContaining('had hidden 3 memory files') }, {}],
    });
    expect(play.read('host/memory/MEMORY.md')).toMatch(/^My own note.*a\.md.*b\.md.*c\.md/s);
    git(host, 'sparse-checkout', 'set', 'src');
    expect(inHost(['init', '--git', '--dir', memory]).code).toBe(0);
    saveThere('d');
    const index = git(host, 'show', 'HEAD:memory/MEMORY.md');
    expect(index).toMatch(/^My own note.*a\.md.*b\.md.*c\.md.*d\.md/s);
    expect(git(host, 'status', '--porcelain')).toBe('');
  });

  it('is adopted by init --git, and staged work stays as it is', () => {
    const before = [git(host, 'status', '--porcelain=v2'), git(host, 'diff', '--cached')];
    expect(inHost(['init', '--git', '--dir', memory, '--json']).json).toMatchObject({
      history: { mode: 'host', commit: null, notCommitted: null },
    });
    const { json } = saveThere('a');
    expect(json).toMatchObject({
      history: { commit: git(host, 'rev-parse', 'HEAD').trim(), notCommitted: null },
    });
    expect(subjects(host)).toEqual(['save "a"', 'first']);
    const files = git(host, 'show', '--name-only', '--format=').trim().split('\n');
    expect(files).toEqual(['memory/MEMORY.md', 'memory/a.md']);
    expect([git(host, 'status', '--porcelain=v2'), git(host, 'diff', '--cached')]).toEqual(before);
  });

  it('gets none any more after init --no-git, and again after init --git', () => {
    inHost(['init', '--git', '--dir', memory]);
    expect(inHost(['init', '--no-git', '--dir', memory, '--json']).json).toMatchObject({
      history: null,
    });
    expect(saveThere('a').json).toMatchObject({ history: null });
    expect(subjects(host)).toEqual(['first']);
    expect(inHost(['log']).code).toBe(0);
    inHost(['init', '--git', '--dir', memory]);
    expect(subjects(host)).toHaveLength(2);
  });

  it('is told why there is no commit yet, and undo takes the waiting change back', () => {
    inHost(['init', '--git', '--dir', memory]);
    saveThere('a');
    git(host, 'stash', '--quiet');
    git(host, 'checkout', '--quiet', '--detach');
    const { code, json } = saveThere('b');
    expect(code).toBe(0);
    expect(json).toMatchObject({
      history: { commit: null, notCommitted: { reason: 'detached' } },
      warnings: [{ kind: 'storage-warning', message: expect.stringMatching(/^not committed: /) }],
    });
    expect(existsSync(join(memory, 'b.md'))).toBe(true);
    expect(inHost(['undo', '--json']).json).toMatchObject({ undone: 'save "b"' });
    expect(existsSync(join(memory, 'a.md'))).toBe(true);
    expect(existsSync(join(memory, 'b.md'))).toBe(false);
    git(host, 'checkout', '--quiet', 'main');
    saveThere('c');
    expect(git(host, 'log', '--format=%B', '-2')).toMatch(/save "c"[\s\S]*save "b"/);
    expect(git(host, 'status', '--porcelain', 'memory')).toBe('');
  });

  it('undo says that git set the last change back, and takes nothing older for it', () => {
    inHost(['init', '--git', '--dir', memory]);
    saveThere('a');
    git(host, 'commit', '--quiet', '--all', '--message=main');
    git(host, 'checkout', '--quiet', '-b', 'other', 'HEAD~1');
    inHost(['update', 'a', '--description', 'other']);
    play.write('host/code.txt', 'other\n');
    git(host, 'commit', '--quiet', '--all', '--message=other');
    git(host, 'checkout', '--quiet', 'main');
    expect(() => git(host, 'merge', 'other')).toThrow();
    const { err } = inHost(['update', 'a', '--description', 'b3', '--body', 'IMPORTANT']);
    const aside = /`(git checkout -- [^`]+)`/.exec(err)?.[1] ?? '';
    git(host, ...aside.split(' ').slice(1));
    git(host, 'merge', '--abort');
    const undone = inHost(['undo']);
    expect([undone.code, undone.out]).toEqual([4, '']);
    expect(undone.err).toContain(
      'Nothing of “update "a"” was left to take back: a.md is as before',
    );
    expect(undone.err).toMatch(/Git had set a\.md.* back before/);
    expect(inHost(['show', 'a', '--body']).out).toBe('b\n');
    expect(git(host, 'log', '-p', '--format=')).toContain('+IMPORTANT');
    expect(inHost(['undo']).code).toBe(4);
    expect(inHost(['undo', '--pass-over']).out).toContain('save "a"');
  });

  it('undo takes nothing back that is committed, while nothing can be', () => {
    inHost(['init', '--git', '--dir', memory]);
    saveThere('a');
    git(host, 'checkout', '--quiet', '--detach');
    const undone = inHost(['undo']);
    expect([undone.code, undone.out]).toEqual([4, '']);
    expect(undone.err).toMatch(/^mem: Nothing was undone: no branch is checked out/);
    saveThere('b');
    expect(inHost(['undo']).out).toContain('save "b"');
    expect(inHost(['undo']).code).toBe(4);
    expect(inHost(['show', 'a']).code).toBe(0);
  });

  it('runs nothing that a stranger put into it', () => {
    const mark = join(play.top, 'ran');
    const hook = `#!/bin/sh\ntouch '${mark}'\n`;
    for (const name of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction']) {
      writeFileSync(join(host, '.git/hooks', name), hook, { mode: 0o755 });
    }
    git(host, 'config', 'core.fsmonitor', `touch '${mark}'`);
    git(host, 'config', 'core.pager', `touch '${mark}'`);
    git(host, 'config', 'diff.external', `touch '${mark}'`);
    git(host, 'config', 'filter.evil.clean', `touch '${mark}'; cat`);
    writeFileSync(join(host, '.gitattributes'), '*.md filter=evil\n');
    inHost(['init', '--git', '--dir', memory]);
    saveThere('a');
    for (const words of [['log'], ['diff'], ['blame', 'a'], ['review'], ['undo']]) {
      expect(inHost(words).code).toBe(0);
    }
    expect(existsSync(mark)).toBe(false);
  });
});

describe('a history that is gone', () => {
  const gone = /^warning: not committed: changes here were committed.*`mem init --git`/m;

  it('around the directory, when what git ignores was cleared away', () => {
    const host = hostRepository(play.folder('host'), play);
    const memory = play.folder('host/docs/memory');
    const there = (...words: string[]) => memIn(play, memory, words);
    there('init', '--git', '--dir', memory);
    there('save', 'a', '--type', 'user', '--description', 'd', '--body', 'b');
    git(host, 'clean', '-fdxq');
    expect(existsSync(join(memory, '.mem'))).toBe(false);
    const updated = there('update', 'a', '--description', 'e', '--message', 'why');
    expect([updated.code, updated.err]).toEqual([0, expect.stringMatching(gone)]);
    expect(there('update', 'a', '--description', 'f', '--json').json).toMatchObject({
      history: null,
      warnings: [{ message: expect.stringContaining('what said so in .mem is gone') }],
    });
    // Both ways out are real ones.
    there('init', '--no-git', '--dir', memory);
    expect(there('update', 'a', '--description', 'g').err).toBe('');
    there('init', '--git', '--dir', memory);
    const again = there('update', 'a', '--description', 'h', '--json').json;
    expect(again).toMatchObject({ history: { commit: expect.any(String) }, warnings: [] });
    expect(git(host, 'show', '--format=', 'HEAD~1:docs/memory/a.md')).toContain('description: g');
  });

  it.each([
    ['private', ['--private'], '.mem/history.git'],
    ['own', [], '.git'],
  ])('%s, when it was removed', (_, more, place) => {
    begin(...more);
    save('a', 'd');
    rmSync(join(play.memory, place), { recursive: true });
    expect(save('b', 'd').err).toMatch(gone);
    expect(mem(['list']).err).toBe('');
    begin(...more);
    expect(save('c', 'd').err).not.toContain('not committed');
    expect(mem(['log']).out).toContain('save "c"');
  });

  it('is missed by nobody who never had one', () => {
    hostRepository(play.folder('host'), play);
    const memory = play.folder('host/memory');
    const saved = memIn(play, memory, [
      'save',
      'a',
      '--type',
      'user',
      '--description',
      'd',
      '--body',
      'b',
    ]);
    expect([saved.code, saved.err]).toEqual([0, '']);
  });
});

describe('a history of its own', () => {
  it('is not said to be begun where a damaged one is in the way', () => {
    const directory = play.folder('damaged');
    const mem = (words: readonly string[]) => memIn(play, directory, words);
    mem(['init', '--git', '--dir', directory]);
    mem(['save', 'a', '--type', 'user', '--description', 'A', '--body', 'b']);
    writeFileSync(join(directory, '.git/HEAD'), 'garbage');
    const saved = mem(['save', 'a', '--description', 'B']);
    expect([saved.code, saved.err]).toEqual([0, expect.stringContaining('.git is there, but git')]);
    const begun = mem(['init', '--git', '--dir', directory]);
    expect([begun.code, begun.out]).toEqual([4, '']);
    expect(begun.err).toContain('No history was begun: .git is there, but git does not take it');
    expect(mem(['log']).code).toBe(4);
  });

  it('is begun by init --git outside of a repository, with what is there', () => {
    play.entry('old.md', { name: 'old', description: 'd', type: 'user' });
    const { json } = begin('--json');
    expect(json).toMatchObject({ history: { mode: 'own', commit: expect.any(String) } });
    expect(git(play.memory, 'show', '--name-only', '--format=')).toContain('old.md');
    const { out } = save('a', 'first');
    expect(out).toMatch(/^Saved a in a\.md\nCommitted [0-9a-f]{10}\n$/);
    expect(git(play.memory, 'status', '--porcelain')).toBe('');
  });

  it('may be private: no git sees it', () => {
    const host = hostRepository(play.folder('host'), play);
    const memory = play.folder('host/memory');
    const { json } = memIn(play, memory, ['init', '--git', '--private', '--dir', memory, '--json']);
    expect(json).toMatchObject({ history: { mode: 'private' } });
    const { json: saved } = memIn(play, memory, [
      ...['save', 'a', '--type', 'user', '--description', 'd', '--body', 'b', '--json'],
    ]);
    expect(saved).toMatchObject({ history: { commit: expect.any(String) } });
    expect(subjects(host)).toEqual(['first']);
    expect(memIn(play, memory, ['log']).out).toContain('save "a"');
    expect(git(host, 'status', '--porcelain', '--untracked-files=all')).not.toContain('.mem');
  });

  it('keeps each change of every writing verb, with the reason that --message gives', () => {
    begin();
    save('a', 'first', '--message', 'asked\nfor it');
    mem(['update', 'a', '--description', 'second', '--message', '--author=x <y@z>']);
    mem(['rename', 'a', 'b']);
    play.write('memory/b2.md', '---\nname: b2\ndescription: d\ntype: user\n---\n\nB.\n');
    mem(['index', '--rebuild', '--message', 'tidied up']);
    mem(['edit', 'b'], { environment: { EDITOR: "sed -i 's/One/Two/'" } });
    mem(['delete', 'b2']);
    mem(['undo']);
    expect(subjects(play.memory)).toEqual([
      'undo: delete "b2"',
      'delete "b2"',
      'edit "b"',
      'tidied up',
      'Changed outside of @mem: added b2.md',
      'rename "a" to "b"',
      '--author=x <y@z>',
      'asked for it',
      'Begin the history of this memory directory',
    ]);
  });
});

describe('reading a history', () => {
  beforeEach(() => {
    begin();
    save('a', 'first');
    mem(['update', 'a', '--body', 'One.\nTwo.']);
    mem(['rename', 'a', 'b']);
  });

  it('logs all, or one memory across its names, or one that was deleted', () => {
    expect(mem(['log', '--json', '--limit', '2']).json).toMatchObject({
      commits: [
        { subject: 'rename "a" to "b"', files: expect.any(Array), author: { name: 'mem' } },
        { subject: 'update "a"' },
      ],
    });
    const ofOne = () => mem(['log', 'b']).out.trimEnd().split('\n');
    expect(ofOne()).toHaveLength(3);
    mem(['delete', 'b']);
    expect(ofOne()).toHaveLength(4);
    expect(mem(['log', 'never-was'])).toMatchObject({ code: 1 });
    expect(mem(['log', '--since', '2999-01-01']).err).toBe('No changes are in the history.\n');
  });

  it('shows differences, where lines come from, and a memory as it was', () => {
    expect(mem(['diff', '--from', 'HEAD~2', '--to', 'HEAD~1']).out).toContain('+Two.');
    expect(mem(['diff']).err).toBe('Nothing differs.\n');
    play.write('memory/b.md', play.read('memory/b.md').replace('One', 'Uno'));
    expect(mem(['diff', 'b', '--json']).json).toMatchObject({
      entries: [{ path: 'b.md', from: null, action: 'changed', isText: true }],
    });
    expect(mem(['blame', 'b', '--json']).json).toMatchObject({
      path: 'b.md',
      lines: expect.arrayContaining([
        expect.objectContaining({ text: 'Two.', part: 'body', subject: 'update "a"' }),
      ]),
    });
    expect(mem(['show', 'b', '--at', 'HEAD~2', '--body']).out).toBe('One.\n');
    expect(mem(['show', 'b', '--at', 'HEAD~2', '--json']).json).toMatchObject({
      at: 'HEAD~2',
      entry: { path: 'b.md', name: 'a', description: 'first', body: 'One.', metadata: {} },
    });
  });

  it('restores one memory or all as a change, which undo takes back', () => {
    mem(['delete', 'b']);
    expect(mem(['restore', 'b', '--at', 'HEAD~1', '--json']).json).toMatchObject({
      changed: ['b.md', 'MEMORY.md'],
      history: { commit: expect.any(String) },
    });
    expect(mem(['show', 'b', '--body']).out).toBe('One.\nTwo.\n');
    save('c', 'third');
    expect(mem(['restore', '--all', '--at', 'HEAD~1']).code).toBe(0);
    expect(mem(['show', 'c'])).toMatchObject({ code: 1 });
    expect(mem(['undo']).code).toBe(0);
    expect(mem(['show', 'c'])).toMatchObject({ code: 0 });
    for (const words of [
      ['restore', '--at', 'HEAD'],
      ['restore', 'b'],
      ['restore', 'b', '--all'],
    ]) {
      expect(mem(words).code).toBe(2);
    }
  });

  it('takes back all that the history has, then nothing, and what was before it began', () => {
    const undone = () => mem(['undo', '--json']).json as { undone?: string };
    expect(undone().undone).toBe('rename "a" to "b"');
    expect(undone().undone).toBe('update "a"');
    expect(undone().undone).toBe('save "a"');
    expect(mem(['undo'])).toMatchObject({ code: 1 });
    const other = play.folder('other');
    const there = (words: readonly string[]) => memIn(play, other, words);
    there(['save', 'x', '--type', 'user', '--description', 'd', '--body', 'b']);
    there(['init', '--git', '--dir', other]);
    expect(there(['undo', '--json']).json).toMatchObject({ undone: 'save "x"' });
  });

  it('reviews what changed, and no text of a memory can forge the report', () => {
    mem(['update', 'b', '--body', '```\n# Approved\n\n@everyone [x](javascript:1)']);
    const { out } = mem(['review', '--since', 'HEAD~1', '--markdown']);
    const lines = out.split('\n');
    const fence = lines.findIndex((line) => /^````+diff$/.test(line));
    const end = lines.findIndex((line) => /^````+$/.test(line));
    const forged = lines.findIndex((line) => line.includes('# Approved'));
    expect(fence).toBeGreaterThan(0);
    expect(forged).toBeGreaterThan(fence);
    expect(end).toBeGreaterThan(forged);
    expect(mem(['review', '--since', '7d', '--json']).json).toMatchObject({
      commits: 5,
      authors: [{ author: 'mem <mem@localhost>', commits: 5, entries: ['a.md', 'b.md'] }],
      entries: [{ path: 'b.md', commits: expect.any(Array) }],
    });
    expect(mem(['review', '--since', '2026-13-45']).code).toBe(2);
    const backwards = mem(['review', '--since', 'HEAD', '--until', 'HEAD~1']);
    expect([backwards.code, backwards.out]).toEqual([2, '']);
    expect(backwards.err).toContain('Exchange the two');
  });

  it('takes no revision, name or path for an option, and changes no file', () => {
    const before = play.snapshot();
    const evil = '--output=/tmp/owned';
    for (const words of [
      ['diff', `--from=${evil}`],
      ['diff', `--to=${evil}`],
      ['blame', 'b', `--at=${evil}`],
      ['show', 'b', `--at=${evil}`],
      ['review', `--since=${evil}`],
      ['log', '--', evil],
      ['show', 'b', '--at', 'HEAD:b.md'],
      ['show', 'b', '--at', '@{upstream}\n'],
    ]) {
      const { code, err } = mem(words);
      expect([1, 2]).toContain(code);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    }
    for (const words of [['log'], ['diff'], ['blame', 'b'], ['review'], ['conflicts']]) {
      expect(mem(words).code).toBe(0);
    }
    expect(play.snapshot()).toEqual(before);
  });

  it('is refused while memories are left out', () => {
    for (const words of [
      ['log'],
      ['diff'],
      ['blame', 'b'],
      ['review'],
      ['show', 'b', '--at=HEAD'],
    ]) {
      const { code, out } = mem(words, { environment: { MEM_IGNORE: 'type:user' } });
      expect({ code, out }).toEqual({ code: 4, out: '' });
    }
  });

  it.runIf(terminals)('shows control characters of memories instead of obeying them', () => {
    mem(['update', 'b', '--body', 'x\u001b[2Jy', '--message', 'why\u009b2J']);
    for (const words of [
      ['log'],
      ['diff', '--from', 'HEAD~1'],
      ['blame', 'b'],
      ['show', 'b', '--at', 'HEAD'],
      ['review'],
    ]) {
      const out = onTerminal(play, words);
      expect(out).not.toContain('\u001b[2J');
      expect(out).not.toContain('\u009b');
    }
  });
});

describe('without git on the machine', () => {
  const noGit = { environment: { PATH: '/nonexistent' } };

  it('the memory is written, and the result says why it is not committed', () => {
    begin();
    const words = ['save', 'a', '--type', 'user', '--description', 'd', '--body', 'b'];
    const { code, err } = mem(words, noGit);
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: not committed: .*git.*\n$/);
    expect(mem(['log'], noGit)).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^mem: .*\n$/),
    });
    expect(mem(['undo'], noGit).code).toBe(0);
    expect(mem(words).code).toBe(0);
    expect(git(play.memory, 'status', '--porcelain')).toBe('');
  });

  it('init --git says so in one line', () => {
    const { code, err } = mem(['init', '--git', '--dir', play.memory], noGit);
    expect(code).toBe(5);
    expect(err).toMatch(/^mem: No history was begun: .*\n$/);
    expect(mem(['list'], noGit).code).toBe(0);
  });
});

it('loads what commits only where a history is kept or asked for', () => {
  const copy = play.copyProgram();
  rmSync(join(dirname(copy), 'parts/git.js'));
  const without = (words: readonly string[]) => mem(words, { program: copy });
  const words = ['save', 'a', '--type', 'user', '--description', 'd', '--body', 'b'];
  for (const call of [words, ['list'], ['search', 'b'], ['show', 'a'], ['delete', 'a'], ['undo']]) {
    expect(without(call)).toMatchObject({ code: 0, err: '' });
  }
  begin();
  for (const call of [['list'], ['search', 'b'], ['show', 'a'], ['check'], ['--help']]) {
    expect(without(call)).toMatchObject({ code: 0 });
  }
  expect(without(words).code).not.toBe(0);
});
