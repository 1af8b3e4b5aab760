import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseDirectory } from './choose-directory.js';
import { projectSlug } from './project-slug.js';
import { writeRootNote } from './root-note.js';

let top: string;
let home: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'mem-directory-')));
  home = folder('home');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function folder(path: string): string {
  const full = join(top, path);
  mkdirSync(full, { recursive: true });
  return full;
}

function file(path: string, content: string | object): void {
  const full = join(top, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content));
}

interface Given {
  readonly dir?: string;
  readonly environment?: Record<string, string>;
}

function choose(workingDirectory: string, { dir, environment = {} }: Given = {}) {
  return chooseDirectory({
    directoryOption: dir,
    environment,
    workingDirectory: folder(workingDirectory),
    homeDirectory: home,
    platform: 'test',
  });
}

function memoryOf(project: string): string {
  return join(home, '.claude', 'projects', projectSlug(join(top, project)), 'memory');
}

function git(cwd: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  const config = [...identity, '-c', 'protocol.file.allow=always'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', [...config, ...args], { cwd: join(top, cwd), env, stdio: 'pipe' });
}

function repository(path: string): string {
  const full = folder(path);
  git(path, 'init', '-q');
  git(path, 'commit', '-q', '--allow-empty', '-m', 'first');
  return full;
}

describe('the order of the rules', () => {
  beforeEach(() => {
    file('work/.mem.json', { directory: 'notes' });
    file('home/.claude/settings.json', { autoMemoryDirectory: '~/all' });
  });

  it('takes --dir before all else', () => {
    const choice = choose('work', { dir: '../x', environment: { MEM_DIR: '/y' } });
    expect(choice).toMatchObject({ source: 'option', directory: join(top, 'x') });
  });

  it('then MEM_DIR', () => {
    const choice = choose('work', { environment: { MEM_DIR: 'y' } });
    expect(choice).toMatchObject({ source: 'environment', directory: join(top, 'work/y') });
  });

  it('then the nearest .mem.json upwards, relative to where it lies', () => {
    const choice = choose('work/deep/er');
    expect(choice).toMatchObject({ source: 'mem-json', directory: join(top, 'work/notes') });
  });

  it('then Claude Code’s setting', () => {
    const choice = choose('elsewhere');
    expect(choice).toMatchObject({ source: 'claude-setting', directory: join(home, 'all') });
  });

  it('then Claude Code’s own place, and tells each step', () => {
    rmSync(join(home, '.claude/settings.json'));
    const choice = choose('elsewhere');
    expect(choice).toMatchObject({ source: 'claude-code', directory: memoryOf('elsewhere') });
    expect(choice.steps.map((step) => step.outcome)).toEqual([
      ...Array(4).fill('passed'),
      'chosen',
    ]);
  });
});

describe('.mem.json', () => {
  it.each([
    ['leads out', { directory: '../../out' }],
    ['is absolute and outside', { directory: '/etc' }],
    ['names git’s own files', { directory: '.git/hooks' }],
    ['names a number', { directory: 7 }],
    ['is no JSON', '{'],
    ['is no object', '[]'],
  ])('is refused when it %s', (_, content) => {
    repository('repo');
    file('repo/.mem.json', content);
    const { refusal, directory } = choose('repo');
    expect(directory).toBeUndefined();
    expect(refusal?.code).toBe('REFUSED');
    expect(refusal?.message).toContain('--dir');
  });

  it('is refused when it names a link that leads out', () => {
    repository('repo');
    symlinkSync(folder('out'), join(top, 'repo/inside'));
    file('repo/.mem.json', { directory: 'inside/memory' });
    expect(choose('repo').refusal?.code).toBe('REFUSED');
  });

  it('may name a directory elsewhere in its repository', () => {
    repository('repo');
    file('repo/packages/a/.mem.json', { directory: '../../memory' });
    expect(choose('repo/packages/a').directory).toBe(join(top, 'repo/memory'));
  });

  it('is passed over when it names no directory', () => {
    file('work/.mem.json', {});
    expect(choose('work').source).toBe('claude-code');
  });

  it('is refused, not waited for, when it is a pipe', () => {
    folder('work');
    execFileSync('mkfifo', [join(top, 'work/.mem.json')]);
    expect(choose('work').refusal?.message).toContain('not a regular file');
  });
});

describe('Claude Code’s own place', () => {
  it('is the same for the whole repository and its worktrees', () => {
    repository('repo');
    git('repo', 'worktree', 'add', '-q', '../tree');
    expect(choose('repo/src/deep').directory).toBe(memoryOf('repo'));
    expect(choose('tree/src').directory).toBe(memoryOf('repo'));
  });

  it('is a submodule’s own', () => {
    repository('library');
    repository('repo');
    git('repo', 'submodule', 'add', '-q', join(top, 'library'), 'sub');
    expect(choose('repo/sub').directory).toBe(memoryOf('repo/sub'));
  });

  it('is the bare repository’s for all its worktrees', () => {
    repository('repo');
    git('.', 'clone', '-q', '--bare', 'repo', 'bare.git');
    git('bare.git', 'worktree', 'add', '-q', '../tree');
    expect(choose('tree').directory).toBe(memoryOf('bare.git'));
  });

  it('is not given to a folder that only claims to be a worktree', () => {
    repository('victim');
    git('victim', 'worktree', 'add', '-q', '../tree');
    file('evil/.git', `gitdir: ${join(top, 'victim/.git/worktrees/tree')}\n`);
    expect(choose('evil').directory).toBe(memoryOf('evil'));
  });

  it('is below CLAUDE_CONFIG_DIR, with the folder name that is given', () => {
    const CLAUDE_CONFIG_DIR = folder('config');
    expect(choose('work', { environment: { CLAUDE_CONFIG_DIR } }).directory).toBe(
      join(CLAUDE_CONFIG_DIR, 'projects', projectSlug(join(top, 'work')), 'memory'),
    );
    const named = { CLAUDE_CONFIG_DIR, CLAUDE_CODE_PROJECT_DIR_NAME: 'mine' };
    expect(choose('work', { environment: named }).directory).toBe(
      join(CLAUDE_CONFIG_DIR, 'projects', 'mine', 'memory'),
    );
    const escaping = { CLAUDE_CONFIG_DIR, CLAUDE_CODE_PROJECT_DIR_NAME: '../x' };
    expect(choose('work', { environment: escaping }).refusal?.code).toBe('REFUSED');
  });

  it('of a path over 200 characters is the one folder that begins so, else refused', () => {
    const project = `${'a'.repeat(120)}/${'b'.repeat(120)}`;
    const prefix = projectSlug(join(top, project)).slice(0, 200);
    expect(choose(project).refusal?.message).toContain('--dir');
    folder(`home/.claude/projects/${prefix}-x1`);
    expect(choose(project).directory).toBe(join(home, `.claude/projects/${prefix}-x1/memory`));
    folder(`home/.claude/projects/${prefix}-x2`);
    expect(choose(project).refusal?.message).toContain('several');
  });
});

describe('two projects of one folder name', () => {
  const [ours, theirs] = ['p/一二', 'p/三四'];
  const settings = () => ({ environment: {}, homeDirectory: home });

  it('really share it', () => {
    expect(memoryOf(ours)).toBe(memoryOf(theirs));
  });

  it('are told apart by the note of the first', () => {
    writeRootNote(memoryOf(theirs), join(folder(theirs)), settings());
    expect(choose(theirs).directory).toBe(memoryOf(theirs));
    const { refusal } = choose(ours);
    expect(refusal?.message).toContain(join(top, theirs));
    expect(refusal?.message).toContain('mem init --adopt');
  });

  it('are told apart by Claude Code’s transcripts', () => {
    const transcript = join(dirname(memoryOf(ours)), 'a.jsonl').slice(top.length + 1);
    const line = { message: { text: `"cwd":"${join(top, ours)}"` }, cwd: join(top, theirs) };
    file(transcript, `${JSON.stringify(line)}\n`);
    expect(choose(ours).refusal?.message).toContain('gone');
    expect(choose(theirs).directory).toBe(memoryOf(theirs));
  });

  it('are not told apart by transcripts that name both, or another folder', () => {
    const lines = [{ cwd: join(top, theirs) }, { cwd: join(top, ours) }, { cwd: '/elsewhere' }];
    const transcript = join(dirname(memoryOf(ours)), 'a.jsonl').slice(top.length + 1);
    file(transcript, lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(choose(ours).directory).toBe(memoryOf(ours));
  });
});

describe('autoMemoryDirectory', () => {
  const local = 'repo/.claude/settings.local.json';

  beforeEach(() => {
    repository('repo');
  });

  it('of the project wins over the user’s, its local settings over its shared ones', () => {
    file('home/.claude/settings.json', { autoMemoryDirectory: '~/all' });
    file('repo/.claude/settings.json', { autoMemoryDirectory: join(top, 'repo/shared') });
    expect(choose('repo/src').directory).toBe(join(top, 'repo/shared'));
    file(local, { autoMemoryDirectory: join(top, 'repo/mine') });
    expect(choose('repo/src').directory).toBe(join(top, 'repo/mine'));
  });

  it('of a project that leads outside needs Claude Code’s trust', () => {
    file(local, { autoMemoryDirectory: '~/.ssh' });
    expect(choose('repo').refusal?.message).toContain('outside the project');
    file('home/.claude.json', {
      projects: { [join(top, 'repo')]: { hasTrustDialogAccepted: true } },
    });
    expect(choose('repo').directory).toBe(join(home, '.ssh'));
  });

  it.each(['notes', '', 7, null])('is passed over, and said so, when it is %j', (value) => {
    file('home/.claude/settings.json', { autoMemoryDirectory: value });
    const choice = choose('repo');
    expect(choice.source).toBe('claude-code');
    expect(choice.steps[3]?.explanation).toContain('neither absolute');
  });

  it('is passed over in settings that cannot be read', () => {
    file('home/.claude/settings.json', '{ nonsense');
    expect(choose('repo').steps[3]?.explanation).toContain('not valid JSON');
  });
});
