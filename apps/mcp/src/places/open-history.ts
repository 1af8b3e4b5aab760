import { createDirectoryStorage, type DirectoryStorage } from '@mem/fs-node';
import type { GitOptions } from '@mem/git';
import { hasReadableHistory, keptHistory } from '@mem/git/kept-history';
import type { PlaceHistory } from '../server/place-history.js';
import { uncommittedStorage } from './uncommitted-storage.js';

export interface OpenedStorage {
  readonly storage: DirectoryStorage;
  readonly history: PlaceHistory | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The storage of a directory; where a history is kept, each change is a commit. What drives git is
 * loaded only there.
 */
export async function openStorage(
  directory: string,
  environment: Environment,
): Promise<OpenedStorage> {
  const storage = createDirectoryStorage(directory);
  const kept = keptHistory(directory);
  const uncommitted = uncommittedStorage(storage, directory, environment);
  if (!hasReadableHistory(directory)) return { storage: uncommitted, history: undefined };
  const { openHistory, withGit } = await import('@mem/git');
  const options: GitOptions = {
    directory,
    mode: kept ?? 'auto',
    tool: 'mem-mcp',
    git: { environment },
  };
  const recording = withGit(storage, options);
  const history = openHistory(directory, { ...options, storage: recording });
  return {
    storage: kept === undefined ? uncommitted : (recording as DirectoryStorage),
    history: {
      log: (what) => history.log(what),
      diff: (what) => history.diff(what),
      show: (path, revision) => history.show(path, revision),
      async flush() {
        if (kept !== undefined) await recording.catchUp();
      },
    },
  };
}
