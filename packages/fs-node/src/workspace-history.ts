import { execFile } from 'node:child_process';
import { monotonicTime } from './monotonic-time.js';

export interface WorkspaceHistory {
  hasCommit(hash: string): Promise<boolean | undefined>;
  renamedTo(path: string): Promise<string | undefined>;
}

/** What git knows of the workspace; nothing where there is no git or no repository. */
export function createWorkspaceHistory(
  root: string,
  { timeLimit }: { readonly timeLimit: number },
): WorkspaceHistory {
  const git = (args: readonly string[], input?: string) => runGit(root, args, { timeLimit, input });
  let whole: Promise<boolean> | undefined;
  let slow = false;
  const isWhole = async () => {
    const answer = await git(['rev-parse', '--is-shallow-repository']);
    return answer?.trim() === 'false';
  };
  const lastRename = async (target: string) => {
    const started = monotonicTime();
    const removal = await git([
      'log',
      '-1',
      '--format=%H',
      '--diff-filter=D',
      '--no-renames',
      '--',
      target,
    ]);
    // A long history is not walked again for every path that never was in it.
    if (monotonicTime() - started > timeLimit / 3) slow = true;
    const commit = removal?.trim();
    return commit ? renameIn(await git(diffOf(commit)), target) : undefined;
  };
  return {
    async hasCommit(hash) {
      if (!/^[0-9a-f]{7,64}$/.test(hash)) return undefined;
      const answer = await git(['cat-file', '--batch-check'], `${hash}^{commit}\n`);
      if (answer === undefined) return undefined;
      if (/^[0-9a-f]{40,64} commit /.test(answer)) return true;
      whole ??= isWhole();
      return / missing\s*$/.test(answer) && (await whole) ? false : undefined;
    },
    async renamedTo(target) {
      let found: string | undefined;
      let name: string | undefined = target;
      for (let steps = 0; name !== undefined && steps < 5 && !slow; steps++) {
        name = isPlain(name) ? await lastRename(name) : undefined;
        found = name ?? found;
      }
      return found;
    },
  };
}

function isPlain(target: string): boolean {
  return !target.startsWith('/') && !target.split('/').includes('..') && !target.includes('\0');
}

function diffOf(commit: string): string[] {
  return [
    'diff-tree',
    '-r',
    '-M',
    '-z',
    '--relative',
    '--no-commit-id',
    '--name-status',
    '--diff-filter=R',
    '--no-ext-diff',
    '--end-of-options',
    commit,
  ];
}

/** Where the records `R100 old new`, divided by NUL, send the path. */
function renameIn(records: string | undefined, target: string): string | undefined {
  const fields = records?.split('\0') ?? [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 1] === target) return fields[at + 2];
  }
  return undefined;
}

/** What git prints; undefined when it fails, is not there, or takes too long. */
function runGit(
  root: string,
  args: readonly string[],
  { timeLimit, input }: { readonly timeLimit: number; readonly input: string | undefined },
): Promise<string | undefined> {
  // Settings of a repository that came from elsewhere must not start programs or fetch.
  const safe = [
    '--literal-pathspecs',
    '--no-pager',
    '-c',
    'core.fsmonitor=false',
    '-c',
    'protocol.allow=never',
  ];
  const env = {
    ...process.env,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
  };
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      [...safe, ...args],
      { cwd: root, env, timeout: timeLimit, maxBuffer: 10_000_000, windowsHide: true },
      (error, stdout) => resolve(error ? undefined : stdout),
    );
    // Git that ended before it read is told by the callback above.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input ?? '');
  });
}
