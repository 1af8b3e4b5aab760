import { createHash } from 'node:crypto';
import { MemoryError, NotFoundError, StorageError } from '@mem/core';
import { GitError } from '../git-error.js';
import { findRevision } from '../history/revision.js';
import { gitIn, type Repository } from '../repository.js';
import { networkSettings } from './network-settings.js';

/** The branch of another repository that a memory is kept in step with. */
export interface Remote {
  readonly url: string;
  /** The branch there, as a full name. */
  readonly branch: string;
  /** Where this repository notes what the branch held last. */
  readonly tracking: string;
  /** In milliseconds, for one call over the network. */
  readonly timeout: number;
}

/**
 * The remote of that name or address. Addresses are https, http, ssh (also `host:path`), `file:`
 * or a folder; what git would take for an option or a program is refused.
 *
 * @throws MemoryError NOT_FOUND when no remote of the name is set, REFUSED for an unsafe address
 */
export async function findRemote(
  repository: Repository,
  nameOrUrl: string,
  branch: string,
  timeout: number,
): Promise<Remote> {
  const short = shortName(branch);
  if (isName(nameOrUrl)) {
    const url = await urlOf(repository, nameOrUrl);
    if (url !== undefined) {
      const tracking = `refs/remotes/${nameOrUrl}/${short}`;
      return { url: checkedUrl(url), branch, tracking, timeout };
    }
    if (!nameOrUrl.includes('/')) {
      throw new NotFoundError(
        `This history has no remote named ${JSON.stringify(nameOrUrl)}. \`mem sync ADDRESS --remember\` notes one as origin.`,
      );
    }
  }
  const url = checkedUrl(nameOrUrl);
  return { url, branch, tracking: addressTracking(url, short), timeout };
}

/** Apart for each address: what one of them holds says nothing about another. */
function addressTracking(url: string, short: string): string {
  const digest = createHash('sha256').update(url).digest('hex').slice(0, 16);
  return `refs/mem/remote/${digest}/${short}`;
}

function isName(text: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u.test(text) && !/\.\.|\.lock$|\.$/.test(text);
}

async function urlOf(repository: Repository, name: string): Promise<string | undefined> {
  const args = ['config', '--get', `remote.${name}.url`];
  const { stdout, exitCode } = await gitIn(repository, args, { answers: [1] });
  return exitCode === 0 ? stdout.toString('utf8').replace(/\n$/, '') : undefined;
}

/**
 * Writes down the address under the name `origin`, and which branch there goes with the local one,
 * so that later calls need to be told neither.
 */
export async function rememberRemote(
  repository: Repository,
  url: string,
  branches: { readonly local: string; readonly remote: string },
): Promise<void> {
  const known = isName(url) ? await urlOf(repository, url) : undefined;
  const [local, remote] = [shortName(branches.local), shortName(branches.remote)];
  const address = checkedUrl(known ?? url);
  const settings = [
    ['remote.origin.url', address],
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    // In a repository with other things, that is for its owner to say.
    ...(repository.kind === 'host'
      ? []
      : [
          [`branch.${local}.remote`, 'origin'] as const,
          [`branch.${local}.merge`, branches.remote] as const,
        ]),
  ] as const;
  for (const [key, value] of settings) {
    await gitIn(repository, ['config', '--local', '--replace-all', key, value], { writes: true });
  }
  await takeOver(repository, addressTracking(address, remote), `refs/remotes/origin/${remote}`);
}

/** What is known of the address is now known of the name, and what was known of another is not. */
async function takeOver(repository: Repository, from: string, to: string): Promise<void> {
  const commit = await findRevision(repository, from);
  const args = commit === undefined ? ['-d', to] : [to, commit];
  await gitIn(repository, ['update-ref', ...args], { writes: true });
}

function shortName(branch: string): string {
  return branch.replace(/^refs\/heads\//, '');
}

/** The branch of the remote that goes with the local one, where somebody has said so. */
export async function rememberedBranch(
  repository: Repository,
  remote: string,
  local: string,
): Promise<string | undefined> {
  if (repository.kind === 'host') return undefined;
  const setting = async (name: string) => {
    const args = ['config', '--get', `branch.${shortName(local)}.${name}`];
    const { stdout, exitCode } = await gitIn(repository, args, { answers: [1] });
    return exitCode === 0 ? stdout.toString('utf8').replace(/\n$/, '') : undefined;
  };
  if ((await setting('remote')) !== remote) return undefined;
  const branch = await setting('merge');
  return branch !== undefined && isBranch(branch) ? branch : undefined;
}

/** What git takes for a full name, and nothing that means more than a name. */
function isBranch(text: string): boolean {
  return /^refs\/heads\/[^\s:*?[\\^~\p{Cc}]+$/u.test(text) && !/\.\.|@\{|\.lock$|\/\//.test(text);
}

/**
 * The remote with the branch that it has: machines call the first branch of a repository
 * differently, and a memory of its own has only one.
 *
 * @throws MemoryError REFUSED when several could be meant
 */
export async function withPresentBranch(repository: Repository, remote: Remote): Promise<Remote> {
  if (repository.kind === 'host') return remote;
  if ((await findRevision(repository, remote.tracking)) !== undefined) return remote;
  // Who has branches here means the one that is checked out.
  if (await hasSeveralBranches(repository)) return remote;
  const branches = await branchesOf(repository, remote);
  const [only] = branches;
  if (only === undefined || branches.includes(remote.branch)) return remote;
  const wanted = shortName(remote.branch);
  if (branches.length === 1) {
    const tracking = remote.tracking.slice(0, -wanted.length) + shortName(only);
    return { ...remote, branch: only, tracking };
  }
  const shown = branches.slice(0, 5).map((branch) => shortName(branch).slice(0, 100));
  throw new MemoryError(
    'REFUSED',
    `The remote has no branch ${wanted}, but ${shown.join(', ')}${branches.length > 5 ? ', …' : ''}. Say which is meant with --branch NAME; --branch ${wanted} begins that one. Nothing was changed.`,
  );
}

async function hasSeveralBranches(repository: Repository): Promise<boolean> {
  const args = ['for-each-ref', '--count=2', '--format=%(refname)', 'refs/heads/'];
  const { stdout } = await gitIn(repository, args);
  return stdout.toString('utf8').trim().split('\n').length > 1;
}

async function branchesOf(repository: Repository, remote: Remote): Promise<string[]> {
  const args = [
    'ls-remote',
    '--quiet',
    '--heads',
    '--upload-pack=git-upload-pack',
    '--end-of-options',
    remote.url,
  ];
  const { stdout } = await overNetwork(repository, remote, args).catch((error) => {
    throw unreachable('fetch', error);
  });
  return stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line.slice(line.indexOf('\t') + 1))
    .filter(isBranch);
}

/** @throws MemoryError REFUSED */
export function checkedUrl(url: string): string {
  const fault = faultOf(url);
  if (fault === undefined) return url;
  throw new MemoryError('REFUSED', `The address of the remote was not used: ${fault}.`);
}

function faultOf(url: string): string | undefined {
  if (url === '' || url.length > 2000) return 'it is empty or too long';
  if (/\p{Cc}/u.test(url) || !url.isWellFormed()) return 'it holds control characters';
  if (url.startsWith('-')) return 'it begins with a hyphen, as options do';
  if (/^[\w+.-]+::/.test(url)) return 'it names a program to run';
  const [, scheme, host] = /^([\w+.-]+):\/\/(?:[^/]*@)?([^/]*)/.exec(url) ?? [];
  if (scheme !== undefined && !/^(?:https?|ssh|file)$/i.test(scheme)) {
    return `${scheme} is not supported. Use https, ssh or a folder`;
  }
  const short = /^(?:[^/:]*@)?([^/:]+):/.exec(url)?.[1];
  return (host ?? short)?.startsWith('-') ? 'its host begins with a hyphen' : undefined;
}

/** Fetches the branch. The id of its commit; undefined when the remote has no such branch. */
export async function fetchBranch(
  repository: Repository,
  remote: Remote,
): Promise<string | undefined> {
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--recurse-submodules=no',
    '--upload-pack=git-upload-pack',
    '--end-of-options',
    remote.url,
    `+${remote.branch}:${remote.tracking}`,
  ];
  try {
    await overNetwork(repository, remote, args);
  } catch (error) {
    if (error instanceof GitError && /couldn't find remote ref/i.test(error.detail))
      return undefined;
    throw unreachable('fetch', error);
  }
  return await findRevision(repository, remote.tracking);
}

/**
 * Moves the branch of the remote to the commit.
 *
 * @returns false when the remote has commits that this one does not hold: fetch them first
 */
export async function pushCommit(
  repository: Repository,
  remote: Remote,
  commit: string,
): Promise<boolean> {
  const args = [
    'push',
    '--porcelain',
    '--no-verify',
    '--no-signed',
    '--no-follow-tags',
    '--recurse-submodules=no',
    '--receive-pack=git-receive-pack',
    '--end-of-options',
    remote.url,
    `${commit}:${remote.branch}`,
  ];
  const { stdout, exitCode } = await overNetwork(repository, remote, args, [1]).catch((error) => {
    throw unreachable('push', error);
  });
  if (exitCode === 0) {
    await gitIn(repository, ['update-ref', remote.tracking, commit], { writes: true });
    return true;
  }
  const [, reason = ''] = /^!\t[^\t]*\t(.*)$/m.exec(stdout.toString('utf8')) ?? [];
  // The second of two that push at the same time is told so by the lock of the reference.
  if (
    /non-fast-forward|fetch first|stale info|lock|incorrect old value|failed to update ref/i.test(
      reason,
    )
  ) {
    return false;
  }
  throw new StorageError(`The remote did not take the changes: ${withoutSecrets(reason)}.`, {
    operation: 'push',
  });
}

async function overNetwork(
  repository: Repository,
  { timeout }: Remote,
  args: readonly string[],
  answers: readonly number[] = [],
) {
  const config = await networkSettings(repository);
  return await gitIn(repository, args, { network: true, writes: true, timeout, config, answers });
}

function unreachable(operation: string, error: unknown): unknown {
  if (!(error instanceof GitError) || error.failure !== 'failed') return error;
  const reason = withoutSecrets(error.message.replace(/^git \w+ failed \(exit code \d+\): /, ''));
  return new StorageError(
    `The remote could not be reached, or refused: ${reason.replace(/\.$/, '')}. Nothing was ${operation === 'push' ? 'given' : 'changed'}.`,
    { operation, retryable: true, cause: error },
  );
}

/** An address may hold a password. */
function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/g, '//');
}
