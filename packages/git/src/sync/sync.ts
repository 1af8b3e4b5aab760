import { isMemoryError, MemoryError, NotFoundError, storagePath } from '@mem/core';
import { readHead } from '../head.js';
import { requireRepository } from '../history/require-repository.js';
import { gitIn } from '../repository.js';
import type { MemoryConflict } from './conflict-record.js';
import { type PullResult, pullRemote } from './pull.js';
import { type PushOutcome, pushRemote } from './push.js';
import {
  findRemote,
  type Remote,
  rememberedBranch,
  rememberRemote,
  withPresentBranch,
} from './remote.js';
import {
  type ConflictVersions,
  listConflicts,
  type Resolution,
  type ResolveResult,
  readVersions,
  resolveConflicts,
} from './resolve.js';
import { openSyncWorld, type SyncOptions, type SyncWorld, withoutObstacle } from './sync-world.js';

export interface SyncResult extends PullResult {
  /** `failed`: what came in stands, and `pushError` says why nothing was given. */
  readonly push: Exclude<PushOutcome, 'behind'> | 'failed';
  readonly pushError?: MemoryError;
  /** All conflicts that are open now, also those of earlier merges. */
  readonly conflicts: readonly MemoryConflict[];
}

/** Keeps a memory directory in step with others through a git repository they share. */
export interface MemorySync {
  /**
   * Notes the address as `origin`, for all calls without a remote, and the branch of it. It is not
   * asked whether it answers: call it after a synchronisation that went well.
   */
  connect(url: string): Promise<void>;
  /** Commits what is there, then brings in what the remote has, merged. */
  pull(): Promise<PullResult>;
  /** Gives the remote what it lacks; `behind` means: pull first. */
  push(): Promise<PushOutcome>;
  /**
   * Pulls and pushes, again when others push in between. When nothing came in and the push fails, it
   * fails too; else it tells what came in.
   */
  sync(): Promise<SyncResult>;
  /** What two machines did to one file so that both cannot stand, and nobody has settled yet. */
  conflicts(): Promise<MemoryConflict[]>;
  /**
   * The versions of an entry in conflict, in the newest open one. With three machines there may be
   * earlier ones, of other versions: `conflicts` lists them, `versions` reads each.
   */
  conflict(path: string): Promise<MemoryConflict & { readonly contents: ConflictVersions }>;
  versions(conflict: MemoryConflict): Promise<ConflictVersions>;
  /**
   * Settles the newest open conflict of an entry: `ours` leaves what stands there, `theirs` takes
   * the other side's text where they contradict each other, a text replaces the file. An earlier one
   * stays open and is the next.
   */
  resolve(path: string, resolution: Resolution): Promise<ResolveResult>;
}

const rounds = 6;
const defaultTimeout = 60_000;

/** @throws nothing here; each method throws `MemoryError`, with nothing changed then */
export function openSync(options: SyncOptions): MemorySync {
  return new DirectorySync(options);
}

class DirectorySync implements MemorySync {
  readonly #options: SyncOptions;
  /** What the last call synchronised with. */
  #used: Remote | undefined;

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  async connect(url: string): Promise<void> {
    await withoutObstacle(async () => {
      const world = await openSyncWorld(this.#options);
      const { branch: local } = await readHead(world.repository);
      const remote = this.#used?.branch ?? (await this.#branch(world));
      await rememberRemote(world.repository, url, { local, remote });
    });
  }

  async pull(): Promise<PullResult> {
    return await this.#connected((world, remote) => pullRemote(world, remote));
  }

  async push(): Promise<PushOutcome> {
    return await this.#connected(({ repository }, remote) => pushRemote(repository, remote));
  }

  async sync(): Promise<SyncResult> {
    return await this.#connected(async (world, remote) => {
      let result = await pullRemote(world, remote);
      for (let round = 1; ; round++) {
        const pushed = await pushAfter(world, remote, result, round === rounds);
        if (pushed) return { ...result, ...pushed };
        result = both(result, await pullRemote(world, remote));
      }
    });
  }

  async conflicts(): Promise<MemoryConflict[]> {
    return await listConflicts(await this.#repository());
  }

  async conflict(path: string): ReturnType<MemorySync['conflict']> {
    const repository = await this.#repository();
    const entry = storagePath(path);
    const conflict = (await listConflicts(repository)).findLast((open) => open.path === entry);
    if (conflict === undefined) throw new NotFoundError(`${entry} has no open conflict.`);
    return { ...conflict, contents: await readVersions(repository, conflict) };
  }

  async versions(conflict: MemoryConflict): Promise<ConflictVersions> {
    return await readVersions(await this.#repository(), conflict);
  }

  async resolve(path: string, resolution: Resolution): Promise<ResolveResult> {
    const entry = storagePath(path);
    return await withoutObstacle(async () => {
      return await resolveConflicts(await openSyncWorld(this.#options), entry, resolution);
    });
  }

  #repository() {
    return requireRepository(this.#options.directory, this.#options);
  }

  async #connected<T>(action: (world: SyncWorld, remote: Remote) => Promise<T>): Promise<T> {
    return await withoutObstacle(async () => {
      const world = await openSyncWorld(this.#options);
      const { remote = 'origin', timeout = defaultTimeout } = this.#options;
      const { repository } = world;
      const branch = await this.#branch(world);
      const found = await findRemote(repository, remote, branch, timeout);
      const isSaid = this.#options.branch !== undefined;
      this.#used = isSaid ? found : await withPresentBranch(repository, found);
      return await action(world, this.#used);
    });
  }

  /** As a full name that git takes for one. */
  async #branch({ repository }: SyncWorld): Promise<string> {
    const { branch, remote = 'origin' } = this.#options;
    if (branch === undefined) {
      const { branch: local } = await readHead(repository);
      return (await rememberedBranch(repository, remote, local)) ?? local;
    }
    const name = `refs/heads/${branch}`;
    const { exitCode } = await gitIn(repository, ['check-ref-format', name], { answers: [1] });
    if (exitCode === 0) return name;
    throw new MemoryError(
      'REFUSED',
      `${JSON.stringify(branch.slice(0, 200))} is no name for a branch.`,
    );
  }
}

/** Undefined: pull again. */
async function pushAfter(
  { repository }: SyncWorld,
  remote: Remote,
  { outcome }: PullResult,
  isLast: boolean,
): Promise<Pick<SyncResult, 'push' | 'pushError' | 'conflicts'> | undefined> {
  try {
    const push = await pushRemote(repository, remote);
    if (push !== 'behind') return { push, conflicts: await listConflicts(repository) };
    if (isLast) throw tooBusy();
    return undefined;
  } catch (error) {
    if (outcome === 'none' || !isMemoryError(error)) throw error;
    return { push: 'failed', pushError: error, conflicts: await listConflicts(repository) };
  }
}

function both(first: PullResult, second: PullResult): PullResult {
  if (second.outcome === 'none') return first;
  return {
    outcome: first.outcome === 'merge' ? 'merge' : second.outcome,
    commit: second.commit,
    changed: [...new Set([...first.changed, ...second.changed])].sort(),
    warnings: [...first.warnings, ...second.warnings],
  };
}

function tooBusy(): MemoryError {
  return new MemoryError(
    'LIMIT',
    'Everything is pulled, but others kept pushing to the remote, so nothing was pushed. Try again.',
  );
}
