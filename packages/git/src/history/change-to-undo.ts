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
  const finder = new CommitFinder(repository);
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

/** Finds commits by their ids and, where a rebase has made them anew, by their marks. */
class CommitFinder {
  readonly #repository: Repository;
  #byMark: Map<string, CommitRecord> | undefined;
  #read = 0;
  #isAll = false;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  async find({ mark }: MadeChange, id: string): Promise<CommitRecord | undefined> {
    const head = await readHead(this.#repository);
    if (await isReached(this.#repository, head, id)) {
      const [commit] = await readLog(this.#repository, { upTo: id, alone: true });
      return commit;
    }
    return await this.#findMark(mark);
  }

  async #findMark(mark: string): Promise<CommitRecord | undefined> {
    for (;;) {
      const found = this.#byMark?.get(mark);
      if (found || this.#isAll) return found;
      await this.#readMore();
    }
  }

  async #readMore(): Promise<void> {
    const limit = Math.min(reach, Math.max(pageSize, this.#read * 10));
    const commits = await readLog(this.#repository, { limit });
    this.#read = limit;
    this.#isAll = commits.length < limit || limit === reach;
    // Of two that are alike the newer one counts.
    this.#byMark = new Map(commits.toReversed().map((commit) => [markOf(commit), commit]));
  }
}

function markOf({ date, message }: CommitRecord): string {
  return commitMark(Date.parse(date), message);
}
