import { execSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallOptions, Playground, program } from './playground.js';
import { git, memIn } from './repositories.js';

let play: Playground;
let remote: string;
beforeEach(() => {
  play = new Playground();
  remote = play.folder('remote.git');
  git(remote, 'init', '--quiet', '--bare');
});
afterEach(() => play.remove());

/** A machine of its own, as it were. */
function openClone(name: string) {
  const directory = play.folder(name);
  const mem = (words: readonly string[], options?: CallOptions) =>
    memIn(play, directory, words, options);
  mem(['init', '--git', '--dir', directory]);
  return { directory, mem };
}

const rule = ['save', 'rules', '--type', 'feedback', '--description', 'A rule'];

describe('two machines', () => {
  let a: ReturnType<typeof openClone>;
  let b: ReturnType<typeof openClone>;

  beforeEach(() => {
    a = openClone('a');
    b = openClone('b');
    a.mem([...rule, '--body', 'one\ntwo\nthree']);
    expect(a.mem(['sync', remote, '--remember', '--json']).json).toMatchObject({ push: 'pushed' });
    expect(b.mem(['sync', remote, '--remember']).code).toBe(0);
  });

  it('show each of several conflicts of a memory, and settle one at a time', () => {
    const c = openClone('c');
    c.mem(['sync', remote, '--remember']);
    for (const [name, { mem }] of Object.entries({ a, b, c })) {
      mem(['update', 'rules', '--body', `by ${name}`]);
      mem(['sync']);
    }
    expect(c.mem(['conflicts']).out.split('\n')).toEqual([
      expect.stringContaining('of other versions, met earlier'),
      expect.stringContaining('ours stands there'),
      '',
    ]);
    const shown = c.mem(['conflicts', 'rules']);
    expect(shown.code).toBe(3);
    for (const text of ['by c', 'by b', 'by a']) expect(shown.out).toContain(`  | ${text}\n`);
    expect(shown.out).toContain('Open as well (edited, ');
    expect(c.mem(['conflicts', 'rules', '--json']).json).toMatchObject({
      conflict: { path: 'rules.md', contents: { theirs: expect.stringContaining('by b') } },
      earlier: [{ path: 'rules.md', contents: { theirs: expect.stringContaining('by a') } }],
    });
    expect(c.mem(['resolve', 'rules', '--ours']).err).toBe(
      '1 conflict is still open.\nOne of them is about rules.md too: see "mem conflicts rules.md".\n',
    );
    expect(c.mem(['resolve', 'rules', '--theirs']).err).toBe('');
    expect(c.mem(['show', 'rules', '--body']).out).toBe('by a\n');
  });

  it('find a folder from where the command is given, and remember where it is', () => {
    const { directory, mem } = openClone('c');
    const synced = mem(['sync', '../remote.git', '--remember'], { cwd: play.project });
    expect([synced.code, synced.err]).toEqual([0, '']);
    expect(git(directory, 'config', 'remote.origin.url').trim()).toBe(remote);
    expect(mem(['sync'], { cwd: play.home }).code).toBe(0);
  });

  it('note an address only when it answers', () => {
    const typo = `${remote}-typo`;
    const failed = a.mem(['sync', typo, '--remember']);
    expect(failed.code).toBe(5);
    expect(failed.err).toContain('Nothing was changed.');
    expect(git(a.directory, 'config', 'remote.origin.url').trim()).toBe(remote);
    const fresh = openClone('fresh');
    fresh.mem(['sync', typo, '--remember']);
    expect(git(fresh.directory, 'remote')).toBe('');
  });

  it('remember the branch too', () => {
    expect(a.mem(['sync', remote, '--branch', 'shared', '--remember']).code).toBe(0);
    a.mem(['update', 'rules', '--description', 'On the shared branch']);
    expect(a.mem(['sync']).code).toBe(0);
    expect(git(remote, 'show', 'shared:rules.md')).toContain('On the shared branch');
  });

  it('tell what came in beside work that is not theirs to give', () => {
    const host = play.folder('host');
    git(play.top, 'clone', '--quiet', remote, host);
    const directory = join(host, 'memory');
    const shared = play.folder('shared.git');
    git(shared, 'init', '--quiet', '--bare');
    mkdirSync(directory);
    const mem = (words: readonly string[]) => memIn(play, directory, words);
    mem(['init', '--git', '--dir', directory]);
    mem([...rule, '--body', 'one']);
    git(host, 'push', '--quiet', shared, 'HEAD:main');
    const other = play.folder('other');
    git(play.top, 'clone', '--quiet', '--branch=main', shared, other);
    const there = (words: readonly string[]) => memIn(play, join(other, 'memory'), words);
    there(['init', '--git', '--dir', join(other, 'memory')]);
    there(['update', 'rules', '--description', 'from there']);
    expect(there(['sync', '--branch', 'main']).code).toBe(0);
    mem(['update', 'rules', '--description', 'from here']);
    play.write('host/code.txt', 'code\n');
    git(host, 'add', 'code.txt');
    git(host, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'code');
    const met = mem(['sync', shared, '--branch', 'main', '--json']);
    expect(met.code).toBe(3);
    expect(met.json).toMatchObject({
      pull: 'merge',
      push: 'failed',
      conflicts: [{ path: 'rules.md' }],
      warnings: [{ message: expect.stringContaining('Nothing was pushed') }],
    });
    mem(['resolve', 'rules', '--ours']);
    expect(mem(['sync', shared, '--branch', 'main']).code).toBe(4);
    there(['save', 'second', '--type', 'user', '--description', 'b', '--body', 'b']);
    there(['sync', '--branch', 'main']);
    const told = mem(['sync', shared, '--branch', 'main']);
    expect([told.code, told.out]).toEqual([4, expect.stringContaining('second.md')]);
    expect(told.err).toContain('warning: Nothing was pushed');
  });

  it('say what was done where the reason is empty', () => {
    a.mem(['update', 'rules', '--description', 'Another', '--message', ' ']);
    expect(git(a.directory, 'log', '-1', '--format=%s').trim()).toBe('update "rules"');
  });

  it('hold the same memories after a sync, merged where that can be', () => {
    expect(b.mem(['show', 'rules', '--body']).out).toBe('one\ntwo\nthree\n');
    a.mem(['update', 'rules', '--description', 'The rule']);
    b.mem(['update', 'rules', '--body', 'one\ntwo\nthree\nfour']);
    a.mem(['sync']);
    expect(b.mem(['sync', '--json']).json).toMatchObject({
      pull: 'merge',
      push: 'pushed',
      changed: expect.arrayContaining(['rules.md']),
      conflicts: [],
      warnings: [],
    });
    expect(a.mem(['sync', '--pull', '--json']).json).toMatchObject({ pull: 'forward', push: null });
    for (const { mem } of [a, b]) {
      expect(mem(['show', 'rules', '--json']).json).toMatchObject({
        entry: { description: 'The rule', body: 'one\ntwo\nthree\nfour' },
      });
    }
  });

  it('settle a conflict without a terminal, and lose neither text', () => {
    a.mem(['update', 'rules', '--body', 'one\nTWO of a\nthree']);
    b.mem(['update', 'rules', '--body', 'one\ntwo of b\nthree']);
    expect(a.mem(['sync']).code).toBe(0);
    const met = b.mem(['sync', '--json']);
    expect(met.code).toBe(3);
    expect(met.json).toMatchObject({ conflicts: [{ path: 'rules.md', kind: 'edited' }] });
    expect(b.mem(['conflicts'])).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^rules\.md/),
    });
    const { conflict } = b.mem(['conflicts', 'rules', '--json']).json as unknown as {
      conflict: { contents: Record<string, string> };
    };
    expect(conflict.contents.ours).toContain('two of b');
    expect(conflict.contents.theirs).toContain('TWO of a');
    expect(conflict.contents.base).toContain('\ntwo\n');
    expect(b.mem(['resolve', 'rules']).code).toBe(2);
    expect(b.mem(['resolve', 'rules', '--ours', '--theirs']).code).toBe(2);
    expect(b.mem(['resolve', 'rules', '--theirs', '--json']).json).toMatchObject({
      path: 'rules.md',
      changed: ['rules.md'],
      conflicts: [],
      history: { commit: expect.any(String) },
    });
    expect(b.mem(['show', 'rules', '--body']).out).toBe('one\nTWO of a\nthree\n');
    expect(b.mem(['conflicts'])).toMatchObject({ code: 0 });
    expect(b.mem(['sync']).code).toBe(0);
    expect(a.mem(['sync']).code).toBe(0);
    expect(a.mem(['conflicts']).code).toBe(0);
    expect(b.mem(['log']).code).toBe(0);
    expect(git(b.directory, 'log', '-p', '--format=')).toContain('+two of b');
  });

  it('settle it with a text of their own, below the header that stands there', () => {
    a.mem(['update', 'rules', '--body', 'a']);
    b.mem(['update', 'rules', '--body', 'b']);
    a.mem(['sync']);
    b.mem(['sync']);
    const input = 'both\n---\nname: forged\n';
    expect(b.mem(['resolve', 'rules', '--body-file', '-'], { input })).toMatchObject({ code: 0 });
    expect(b.mem(['show', 'rules', '--json']).json).toMatchObject({
      entry: { name: 'rules', description: 'A rule', body: input.trimEnd() },
    });
    expect(b.mem(['resolve', 'rules', '--ours'])).toMatchObject({ code: 1 });
    // What was settled last is not passed over for an older change, maybe another machine's.
    const undone = b.mem(['undo', '--json']);
    expect(undone.json).toMatchObject({
      undone: 'resolve the conflict of rules.md (edited)',
      changed: ['rules.md'],
      history: { commit: git(b.directory, 'rev-parse', 'HEAD').trim() },
    });
    expect(b.mem(['show', 'rules', '--body']).out).toBe('b\n');
    expect(b.mem(['conflicts']).code).toBe(3);
    expect(b.mem(['resolve', 'rules', '--theirs']).code).toBe(0);
    expect(b.mem(['show', 'rules', '--body']).out).toBe('a\n');
    expect(b.mem(['undo']).err).toContain('1 conflict is open');
  });

  it('are told when the other one must be pulled first', () => {
    a.mem(['update', 'rules', '--body', 'a']);
    b.mem(['update', 'rules', '--description', 'b']);
    a.mem(['sync']);
    expect(b.mem(['sync', '--push', '--json'])).toMatchObject({
      code: 3,
      json: { push: 'behind' },
    });
  });
});

it('takes no address for an option or a program, and leaves the memory as it was', () => {
  const { mem } = openClone('a');
  mem([...rule, '--body', 'b']);
  const mark = `${play.top}/ran`;
  for (const address of [`--upload-pack=touch ${mark}`, `ext::sh -c "touch ${mark}"`, 'nowhere']) {
    const { code, err } = mem(['sync', '--', address]);
    expect([1, 4]).toContain(code);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  }
  expect(mem(['sync', `${play.top}/no-such-folder`])).toMatchObject({ code: 5 });
  expect(mem(['show', 'rules', '--body']).out).toBe('b\n');
  expect(play.snapshot()).not.toHaveProperty('ran');
});

describe('the merge driver', () => {
  it('lets git itself merge memories, whatever they are called', () => {
    const { directory, mem } = openClone('a');
    git(directory, 'config', 'user.name', 'Someone');
    git(directory, 'config', 'user.email', 'someone@example.org');
    const file = '-rules.md';
    const write = (description: string, body: string) =>
      play.write(
        `a/${file}`,
        `---\nname: r\ndescription: ${description}\ntype: user\n---\n\n${body}`,
      );
    const commit = (message: string) => {
      git(directory, 'add', '--all');
      git(directory, 'commit', '--quiet', `--message=${message}`);
    };
    expect(mem(['merge-driver', '--install', '--json']).json).toMatchObject({
      command: expect.stringContaining(program),
      isNew: true,
    });
    write('one', 'x\n');
    commit('base');
    git(directory, 'checkout', '--quiet', '-b', 'other');
    write('two', 'x\n');
    commit('theirs');
    git(directory, 'checkout', '--quiet', '-');
    write('one', 'x\ny\n');
    commit('ours');
    git(directory, 'merge', '--quiet', '--no-edit', 'other');
    expect(play.read(`a/${file}`)).toBe(
      '---\nname: r\ndescription: two\ntype: user\n---\n\nx\ny\n',
    );
    expect(mem(['merge-driver', '--install', '--json']).json).toMatchObject({ isNew: false });
  });

  it('tells both values of a field that it cannot merge, and how to see theirs', () => {
    const { directory, mem } = openClone('a');
    const file = "it's $(touch pwned).md";
    const write = (description: string) =>
      play.write(`a/${file}`, `---\nname: r\ndescription: ${description}\n---\n\nx\n`);
    const commit = () => {
      git(directory, 'add', '--all');
      git(directory, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'x');
    };
    mem(['merge-driver', '--install']);
    write('one');
    commit();
    git(directory, 'checkout', '--quiet', '-b', 'other');
    write('from them');
    commit();
    git(directory, 'checkout', '--quiet', '-');
    write('from us');
    commit();
    const merge = spawnSync('git', ['merge', 'other'], { cwd: directory, encoding: 'utf8' });
    expect(merge.status).toBe(1);
    const said = `mem: ${file}: description is "from us" in ours, "from them" in theirs. Ours stands`;
    expect(merge.stderr).toContain(said);
    const shown = /git show '.*' prints/.exec(merge.stderr)?.[0].slice(0, -' prints'.length) ?? '';
    expect(execSync(shown, { cwd: directory, encoding: 'utf8' })).toContain('from them');
    expect(existsSync(`${directory}/pwned`)).toBe(false);
  });

  it('says by its exit code that a person must look', () => {
    const [base, ours, theirs] = ['x', 'y', 'z'].map((body) =>
      play.write(`${body}.txt`, `---\nname: r\n---\n\n${body}\n`),
    ) as [string, string, string];
    const words = ['merge-driver', '--', base, ours, theirs, '-r.md'];
    expect(play.mem(words)).toMatchObject({ code: 1, out: '', err: '' });
    expect(play.read('y.txt')).toMatch(/<{7} ours\ny\n[\s\S]*={7}\nz\n>{7}/);
    expect(play.mem(['merge-driver', base]).code).toBe(2);
    expect(play.mem(['merge-driver', base, ours, `${theirs}-gone`, 'r.md']).code).toBe(5);
  });
});
