import { isRecoverable, type RecordedChange, type Storage } from '@mem/core';
import { MadeChanges } from '../made-changes.js';
import { WorkFolder } from '../work-folder.js';

/**
 * The storage as far as the history does not answer for it: the changes that it lists are those that
 * no commit has, because they wait or were made before the history began. What is committed may be
 * another machine's by now as well, which the copies beside the memories do not tell.
 */
export function withUncommittedChanges<S extends Storage>(storage: S, directory: string): S {
  if (!isRecoverable(storage)) return storage;
  const changes = () => uncommitted(storage.changes(), directory);
  return new Proxy(storage, {
    get(target, key) {
      if (key === 'changes') return changes;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function* uncommitted(
  changes: AsyncIterable<RecordedChange>,
  directory: string,
): AsyncGenerator<RecordedChange> {
  const made = new MadeChanges(new WorkFolder(directory)).read();
  const committed = new Set(made.flatMap(({ change }) => change ?? []));
  for await (const change of changes) if (!committed.has(change.id)) yield change;
}
