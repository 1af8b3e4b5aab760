import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { errorCode } from '@mem/fs-node/internal';
import { gitEnvironment } from './git-environment.js';
import { GitError } from './git-error.js';
import type { GitProgram } from './git-program.js';
import { RunningGit } from './running-git.js';
import { type Setting, safeConfig, safeFlags } from './safe-config.js';

/** Where git runs. Without a `gitDir` it looks for the repository around `cwd` itself. */
export interface GitPlace {
  readonly cwd: string;
  readonly gitDir?: string;
  readonly workTree?: string;
  /** Another index than the repository's own. */
  readonly indexFile?: string;
}

export interface GitCallOptions {
  /** What git reads on its standard input. */
  readonly input?: string | Uint8Array;
  /**
   * Keeps git's input open and is called with each part of the output as it comes. The first text
   * that it returns is written to git as the end of the input; when it throws, git is ended.
   */
  readonly converse?: (part: Buffer) => string | undefined;
  /** Called with the number of git's process. */
  readonly started?: (pid: number) => void;
  /** More variables of its environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** More settings of git's configuration. */
  readonly config?: readonly Setting[];
  /** In milliseconds; 30 s when omitted. Git is ended after it. */
  readonly timeout?: number;
  /** In bytes; 64 MiB when omitted. Git is ended when it prints more. */
  readonly maxOutput?: number;
  /** May it reach other machines? Only then are credentials and ssh there for it. */
  readonly network?: boolean;
  /** Set for commands that write: others take no lock, not even to save work they have done. */
  readonly writes?: boolean;
  /** Exit codes that are an answer; only 0 when omitted. */
  readonly answers?: readonly number[];
}

export interface GitOutput {
  readonly stdout: Buffer;
  readonly exitCode: number;
}

/**
 * Runs one command of git: no shell, nothing inherited that redirects it, nothing of a
 * repository's configuration that runs programs, no prompt, bounded time and output. Paths in the
 * arguments are literal; put `--end-of-options` or `--` in front of values that come from elsewhere.
 *
 * @throws GitError whose `failure` says why
 */
export function runGit(
  program: GitProgram,
  place: GitPlace,
  [command = '', ...rest]: readonly string[],
  options: GitCallOptions = {},
): Promise<GitOutput> {
  const network = options.network ?? false;
  const args = [
    '--no-pager',
    ...(knowsNoLiteralPaths.has(command) ? [] : ['--literal-pathspecs']),
    ...(place.gitDir === undefined ? [] : [`--git-dir=${place.gitDir}`]),
    ...(place.workTree === undefined ? [] : [`--work-tree=${place.workTree}`]),
    command,
    ...safeFlags(command),
    ...rest,
  ];
  const environment = gitEnvironment(program.environment ?? process.env, {
    network,
    writes: options.writes ?? false,
    settings: [...safeConfig(program, network), ...(options.config ?? [])],
  });
  Object.assign(environment, options.variables);
  if (place.indexFile !== undefined) environment.GIT_INDEX_FILE = place.indexFile;
  // What a hook has started must end with it.
  const isGroup = program.hooks === true && process.platform !== 'win32';
  return start(program.command ?? 'git', args, { place, environment, isGroup }, command, options);
}

async function start(
  program: string,
  args: readonly string[],
  {
    place,
    environment,
    isGroup,
  }: { place: GitPlace; environment: NodeJS.ProcessEnv; isGroup: boolean },
  command: string,
  options: GitCallOptions,
): Promise<GitOutput> {
  const child = spawn(program, args, {
    cwd: place.cwd,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    detached: isGroup,
  });
  try {
    return await new RunningGit(child, { command, options, isGroup }).outcome();
  } catch (error) {
    throw error instanceof GitError ? error : notStarted(error, place);
  }
}

/** They take paths as they are, but for a colon in front: give them paths that begin with `./`. */
const knowsNoLiteralPaths = new Set(['check-ignore', 'check-attr']);

function notStarted(error: unknown, place: GitPlace): GitError {
  const code = errorCode(error);
  if (code === 'ENOENT' && existsSync(place.cwd)) {
    return new GitError(
      'missing',
      'git is not installed, or not on the PATH. Install git, or use the memory without history.',
      { cause: error },
    );
  }
  const reason = code === 'ENOENT' ? 'the folder does not exist' : (code ?? 'unknown error');
  return new GitError('failed', `git could not be started: ${reason}.`, { cause: error });
}
