import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Nobody's configuration but that of the test. */
export const cleanEnvironment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_EDITOR: 'true',
};
Object.assign(process.env, cleanEnvironment);

/** As a user would run it. Returns what it printed. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', env: cleanEnvironment, stdio: 'pipe' });
}

/** The same for a command that stops half-way, as a merge with conflicts does. */
export function gitStops(cwd: string, ...args: string[]): void {
  try {
    git(cwd, ...args);
  } catch {
    return;
  }
  throw new Error(`git ${args.join(' ')} was expected to stop`);
}

export function put(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(`${root}/${path}`), { recursive: true });
  writeFileSync(`${root}/${path}`, text);
}

/** A repository with a commit, and a name for whoever commits. */
export function initRepository(root: string, ...options: string[]): string {
  mkdirSync(root, { recursive: true });
  git(root, 'init', '--quiet', '--initial-branch=main', ...options);
  git(root, 'config', 'user.name', 'Someone');
  git(root, 'config', 'user.email', 'someone@example.org');
  put(root, 'code.txt', 'one\n');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  return root;
}

/** What git says about everything but the memories. */
export function outsideOf(root: string, memories: string): { status: string; staged: string } {
  const rest = ['--', '.', `:(exclude)${memories}`];
  return {
    status: git(root, 'status', '--porcelain=v2', ...rest),
    staged: git(root, 'diff', '--cached', ...rest),
  };
}

/** The subjects of the commits, newest first. */
export function subjects(root: string, ...args: string[]): string[] {
  return git(root, 'log', '--format=%s', ...args)
    .split('\n')
    .filter(Boolean);
}

/** The file as the commit has it, in bytes. */
export function committedBytes(root: string, path: string, commit = 'HEAD'): Buffer {
  return execFileSync('git', ['cat-file', 'blob', `${commit}:${path}`], {
    cwd: root,
    env: cleanEnvironment,
    maxBuffer: 1024 * 1024 * 1024,
  });
}
