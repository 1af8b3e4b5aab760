import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayRunAsSomeone, someone } from './other-user.js';
import { Playground } from './playground.js';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const rules = ['--type', 'project', '--description', 'd'];

let play: Playground;
let temporary: string;

beforeEach(() => {
  play = new Playground();
  temporary = play.folder('temporary');
});
afterEach(() => play.remove());

function mem(words: readonly string[], environment: Record<string, string> = {}, input?: string) {
  return play.mem(words, {
    environment: { TMPDIR: temporary, ...environment },
    ...(input !== undefined && { input }),
  });
}

/** Everything below the playground, and every object of git in it, as text. */
function everything(): string {
  const files = readdirSync(play.top, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && !item.parentPath.startsWith(temporary))
    .map((item) => `${item.name} ${readFileSync(join(item.parentPath, item.name), 'latin1')}`);
  return [...files, gitObjects()].join('\n');
}

function gitObjects(): string {
  const listed = git(['cat-file', '--batch-all-objects', '--batch']);
  return `${listed} ${git(['log', '--all', '--format=%B'])}`;
}

function git(args: readonly string[]): string {
  return spawnSync('git', ['-C', play.memory, ...args], { encoding: 'latin1' }).stdout;
}

describe('a secret on the command line', () => {
  it.each([
    ['save', ['save', 'n', ...rules, '--body', token]],
    ['save, name', ['save', token, ...rules]],
    ['save, type', ['save', 'n', '--type', token, '--description', 'd']],
    ['save, message', ['save', 'n', ...rules, '--message', token]],
    ['save, one word too many', ['save', 'n', token, token, ...rules]],
    ['save, an option that is none', ['save', 'n', `--${token}`]],
    ['update', ['update', 'old', '--description', `see ${token}`]],
    ['rename', ['rename', 'old', token]],
    ['delete, message', ['delete', 'old', '--message', token]],
    ['rebuild, message', ['index', '--rebuild', '--message', token]],
    ['propose', ['save', 'n', ...rules, '--body', token, '--propose']],
  ])('%s: is refused and leaves no trace', (_, words) => {
    mem(['init', '--git']);
    mem(['save', 'old', ...rules, '--body', 'b']);
    expect(everything()).toContain('save "old"');
    for (const form of [words, [...words, '--json']]) {
      const { code, out, err } = mem(form);
      expect([2, 4]).toContain(code);
      expect(`${out}${err}`).not.toContain(token.slice(0, 14));
    }
    expect(everything()).not.toContain(token.slice(0, 14));
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('from standard input, too', () => {
    const { code, err } = mem(['save', 'n', ...rules, '-'], {}, `a\n${token}\n`);
    expect(code).toBe(4);
    expect(err).toBe(
      'mem: The body holds what looks like a GitHub token (line 2, column 1). Rule github-token; nothing was written. Leave the value out and say where it is kept: the name of the variable, the vault, the person to ask.\nIf that is a mistake, say so: --allow github-token\n',
    );
    expect(everything()).not.toContain(token);
  });

  it('tells programs where it is, never what it is', () => {
    const { json } = mem(['save', 'n', ...rules, '--body', token, '--json']);
    expect(json.error).toMatchObject({
      code: 'REFUSED',
      findings: [{ rule: 'github-token', group: 'secret', field: 'body', line: 1, column: 1 }],
    });
  });
});

describe('--allow', () => {
  it('is the word of a person', () => {
    const { code, err } = mem(['save', 'n', ...rules, '--body', token, '--allow', 'github-token']);
    expect(code).toBe(0);
    expect(err).toContain('Rule github-token');
    expect(mem(['show', 'n']).out).toContain(token);
  });

  it('counts for the named rule only', () => {
    expect(mem(['save', 'n', ...rules, '--body', token, '--allow', 'npm-token']).code).toBe(4);
  });

  it.each(['CLAUDECODE', 'MEM_AGENT', 'CURSOR_AGENT'])(
    'is refused where %s says that an agent writes',
    (name) => {
      const words = ['save', 'n', ...rules, '--body', token];
      const { code, err } = mem([...words, '--allow', 'github-token'], { [name]: '1' });
      expect(code).toBe(4);
      expect(err).toContain(`${name} says that an agent runs this command`);
      // Nor is an agent told of it.
      expect(mem(words, { [name]: '1' }).err).not.toContain('--allow');
      expect(existsSync(join(play.memory, 'n.md'))).toBe(false);
    },
  );
});

describe('edit', () => {
  function editor(text: string): Record<string, string> {
    const file = join(play.top, 'editor.sh');
    writeFileSync(file, `#!/bin/sh\nsed -i 's/^b$/${text}/' "$1"\n`);
    chmodSync(file, 0o755);
    return { EDITOR: file };
  }

  it('refuses a secret, and says that the draft with it is kept, and where', () => {
    mem(['save', 'old', ...rules, '--body', 'b']);
    const { code, json } = mem(['edit', 'old', '--json'], editor(token));
    expect(code).toBe(4);
    const { kept, message } = json.error as { kept: string; message: string };
    expect(message).toContain(`with that in it, is kept in ${kept}; delete it when you are done`);
    expect(message).not.toContain(token.slice(0, 14));
    expect(kept.startsWith(temporary)).toBe(true);
    expect(readFileSync(kept, 'utf8')).toContain(token);
    expect(readFileSync(join(play.memory, 'old.md'), 'utf8')).not.toContain(token);
  });

  it('keeps it where a person allows the rule', () => {
    mem(['save', 'old', ...rules, '--body', 'b']);
    expect(mem(['edit', 'old', '--allow', 'github-token'], editor(token)).code).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('settings', () => {
  it('of the project tighten, of the user loosen', () => {
    const project = join(play.project, '.mem.json');
    writeFileSync(
      project,
      JSON.stringify({ guard: { strict: true, policy: { secret: 'allow' } } }),
    );
    expect(mem(['save', 'a', ...rules, '--body', 'Skip it for now.']).code).toBe(4);
    expect(mem(['save', 'b', ...rules, '--body', token]).code).toBe(4);
    writeFileSync(project, '{}');
    const user = join(play.home, '.config/mem/config.json');
    mkdirSync(dirname(user), { recursive: true });
    writeFileSync(user, JSON.stringify({ guard: { policy: { 'github-token': 'warn' } } }));
    expect(mem(['save', 'c', ...rules, '--body', token]).code).toBe(0);
  });

  it('that cannot be used refuse writing and let read', () => {
    mem(['save', 'a', ...rules]);
    writeFileSync(join(play.project, '.mem.json'), JSON.stringify({ guard: { rules: 5 } }));
    const { code, err } = mem(['save', 'b', ...rules]);
    expect([code, err]).toEqual([4, expect.stringContaining('rules must be a list')]);
    expect(mem(['show', 'a']).code).toBe(0);
  });
});

describe('scan', () => {
  it('finds what is there, in the copies, and in the history', () => {
    mem(['init', '--git']);
    mem(['save', 'leak', ...rules, '--body', token, '--allow', 'github-token']);
    mem(['save', 'clean', ...rules, '--body', 'AKIAIOSFODNN7EXAMPLE']);
    const there = mem(['scan', '--json']);
    expect(there.code).toBe(1);
    expect(there.json.findings).toMatchObject([
      { rule: 'github-token', file: 'leak.md', line: 7, column: 1, commit: null },
    ]);
    const [commit] = git(['log', '--format=%H', '--diff-filter=A', '--', 'leak.md']).split('\n');
    mem(['delete', 'leak']);
    expect(mem(['scan', '--json']).json.findings).toMatchObject([
      { file: expect.stringMatching(/^\.mem\/trash\//) },
    ]);
    expect(mem(['delete', 'clean', '--purge']).err).toMatch(
      /^warning: What was committed of it before is still in the history\. .*purge-a-secret\.md/m,
    );
    for (const name of readdirSync(join(play.memory, '.mem/trash'))) {
      if (!name.endsWith('.json')) writeFileSync(join(play.memory, '.mem/trash', name), '');
    }
    expect(mem(['scan']).code).toBe(0);
    const past = mem(['scan', '--history', '--json']);
    expect(past.code).toBe(1);
    expect(past.json.findings).toMatchObject([
      { rule: 'github-token', file: 'leak.md', line: 7, commit },
    ]);
    expect(past.out).not.toContain(token);
    expect(mem(['scan', '--history']).out).toMatch(
      /^[0-9a-f]{12} leak\.md:7:1 github-token: It holds/,
    );
  });

  it('finds it on other branches, in messages and in merges', () => {
    mem(['init', '--git']);
    mem(['save', 'a', ...rules, '--body', 'b']);
    const identity = [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    git(['checkout', '-q', '-b', 'other']);
    writeFileSync(join(play.memory, 'b.md'), `x\n${token}\n`);
    git(['add', 'b.md']);
    git([...identity, 'commit', '-q', '-m', `because of ${token}`]);
    git(['checkout', '-q', '-']);
    const { json } = mem(['scan', '--history', '--json']);
    expect(json.findings).toMatchObject([
      { file: null, line: 1 },
      { file: 'b.md', line: 2 },
    ]);
  });

  it('looks at a hostile directory, follows nothing out of it, and names what it could not see', () => {
    const inside = (path: string) => join(play.memory, path);
    const outside = play.write('outside/key.md', token);
    play.write('memory/.mem/trash/copy', 'nothing');
    for (const [target, path] of [
      [dirname(outside), 'linked'],
      [outside, 'linked.md'],
      ['.', 'loop'],
      [dirname(outside), '.mem/trash/linked'],
      [outside, '.mem/trash/linked-file'],
      ['..', '.mem/trash/loop'],
    ] as const) {
      symlinkSync(target, inside(path));
    }
    const hidden = ['line\nbreak.md', Buffer.from('6e61ff6d652e6d64', 'hex')];
    for (const name of hidden) {
      writeFileSync(Buffer.concat([Buffer.from(inside('/')), Buffer.from(name)]), token);
    }
    spawnSync('mkfifo', [inside('pipe.md'), inside('.mem/trash/pipe')]);
    play.write('memory/huge.md', '');
    truncateSync(inside('huge.md'), 2 ** 31);
    play.write('memory/wide.md', Buffer.from(`\ufeff${token}`, 'utf16le'));
    play.write('memory/broken.md', Buffer.concat([Buffer.from([0xff, 0xc0]), Buffer.from(token)]));
    play.write('memory/binary.md', Buffer.alloc(3000, 7));
    play.write('memory/.mem/notes/monday.md', `# Task\n${token}\n`);
    play.write(`memory/${token}/${token}.md`, 'harmless');
    const { code, json, out, err } = mem(['scan', '--json']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).not.toContain(token);
    const findings = json.findings as never as { file: string; rule: string }[];
    expect(findings.map(({ file, rule }) => `${file} ${rule}`).sort()).toEqual([
      '.mem/notes/monday.md github-token',
      '[github-token] github-token',
      '[github-token]/[github-token].md github-token',
      'binary.md control-characters',
      'broken.md github-token',
      'wide.md github-token',
    ]);
    expect((json.skipped as never as string[]).sort()).toEqual([
      '.mem/trash/linked',
      '.mem/trash/linked-file',
      '.mem/trash/loop',
      '.mem/trash/pipe',
      'huge.md',
      'line\nbreak.md',
      'linked',
      'linked.md',
      'loop',
      'na\ufffdme.md',
      'pipe.md',
    ]);
    expect(mem(['scan']).err).toContain('or cannot be read: line\\nbreak.md\n');
  });

  it.runIf(mayRunAsSomeone())('names folders that it may not open', () => {
    mem(['save', 'a', ...rules, '--body', 'b']);
    play.write('memory/closed/leak.md', token);
    play.write('memory/.mem/trash/closed/leak.md', token);
    chmodSync(join(play.memory, 'closed'), 0);
    chmodSync(join(play.memory, '.mem/trash'), 0);
    for (const open of [play.top, play.memory, join(play.memory, '.mem')]) chmodSync(open, 0o755);
    const { json } = play.mem(['scan', '--json'], { uid: someone, program: play.copyProgram() });
    expect(json.skipped).toEqual(expect.arrayContaining(['closed', '.mem/trash']));
  });

  it('is content with a clean directory', () => {
    mem(['save', 'a', ...rules, '--body', 'b']);
    const { code, out, err } = mem(['scan']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/^Nothing found in \d files\.\n$/);
    expect(mem(['scan', '--history']).code).toBe(1);
  });
});
