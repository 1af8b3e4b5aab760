import { readHead } from '../head.js';
import { isReached } from '../is-reached.js';
import { commitMark, type MadeChange, MadeChanges } from '../made-changes.js';
import type { Repository } from '../repository.js';
import type { WorkFolder } from '../work-folder.js';
import type { CommitRecord } from './commit-record.js';
import { readLog } from './log.js';

/** A change that was made here and was not taken back. */
export interface ChangeToUndo {
  readonly made: MadeChange;
  /** Its commit, as it is now; absent when none of its files is in one. */
  readonly commit: CommitRecord | undefined;
  /** Does the commit hold changes of others too? */
  readonly isShared: boolean;
}

/** Newest first: what the branch holds of the changes that were made here. */
export async function* changesToUndo(
  repository: Repository,
  folder: WorkFolder,
): AsyncGenerator<ChangeToUndo> {
  const all = new MadeChanges(folder).read();
  const undone = new Set(all.flatMap(({ undoes }) => undoes ?? []));
  const isUndone = (name: string | undefined) => name !== undefined && undone.has(name);
  const sharing = new Map<string, number>();
  for (const { commit } of all) {
    if (commit !== null) sharing.set(commit, (sharing.get(commit) ?? 0) + 1);
  }
  const finder = new CommitFinder(repository, all);
  for (const made of all.toReversed()) {
    if (made.undoes !== undefined || isUndone(made.change)) continue;
    if (made.commit === null) {
      yield { made, commit: undefined, isShared: false };
      continue;
    }
    if (isUndone(made.commit)) continue;
    const commit = await finder.find(made, made.commit);
    if (commit === undefined || isUndone(commit.id)) continue;
    yield { made, commit, isShared: (sharing.get(made.commit) ?? 0) > 1 };
  }
}

/** How far back it looks for a commit that was made anew. */
const reach = 10_000;
const pageSize = 100;

/**
 * Finds commits by their ids and, where a rebase has made them anew, by their marks. Changes of the
 * same second and the same words have one mark, so no commit counts for two of these.
 */
class CommitFinder {
  readonly #repository: Repository;
  readonly #all: readonly MadeChange[];
  /** What was found, by the commits as they were when they were made. */
  readonly #found = new Map<string | null, CommitRecord | undefined>();
  readonly #missed = new Set<string>();
  #byMark = new Map<string, CommitRecord[]>();
  #read = 0;
  #isAll = false;

  constructor(repository: Repository, all: readonly MadeChange[]) {
    this.#repository = repository;
    this.#all = all;
    for (const { commit } of all) this.#found.set(commit, undefined);
  }

  async find({ mark }: MadeChange, id: string): Promise<CommitRecord | undefined> {
    const known = this.#found.get(id);
    if (known || this.#missed.has(id)) return known;
    const head = await readHead(this.#repository);
    if (await isReached(this.#repository, head, id)) {
      const [commit] = await readLog(this.#repository, { upTo: id, alone: true });
      this.#found.set(id, commit);
      return commit;
    }
    return await this.#findMark(mark, id);
  }

  async #findMark(mark: string, id: string): Promise<CommitRecord | undefined> {
    const alike = this.#all.filter(({ mark: other, commit }) => other === mark && commit !== null);
    const ids = [...new Set(alike.toReversed().map(({ commit }) => commit))];
    // Newer ones come first, also those that were taken back already.
    for (const newer of ids.slice(0, ids.indexOf(id))) {
      const change = alike.find(({ commit }) => commit === newer);
      if (change && newer) await this.find(change, newer);
    }
    for (;;) {
      const found = this.#byMark.get(mark)?.find((commit) => this.#isFree(commit));
      if (found) this.#found.set(id, found);
      else if (this.#isAll) this.#missed.add(id);
      if (found || this.#isAll) return found;
      await this.#readMore();
    }
  }

  #isFree({ id }: CommitRecord): boolean {
    return !this.#found.has(id) && [...this.#found.values()].every((other) => other?.id !== id);
  }

  async #readMore(): Promise<void> {
    const limit = Math.min(reach, Math.max(pageSize, this.#read * 10));
    const commits = await readLog(this.#repository, { limit });
    this.#read = limit;
    this.#isAll = commits.length < limit || limit === reach;
    // Of those that are alike the newest counts first.
    this.#byMark = new Map();
    for (const commit of commits) {
      const mark = markOf(commit);
      const alike = this.#byMark.get(mark);
      if (alike) alike.push(commit);
      else this.#byMark.set(mark, [commit]);
    }
  }
}

function markOf({ date, message }: CommitRecord): string {
  return commitMark(Date.parse(date), message);
}
