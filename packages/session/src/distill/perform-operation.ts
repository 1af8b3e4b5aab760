import type { MemoryStore, Problem, StoragePath, Version } from '@mem/core';
import type { PlannedOperation } from './plan.js';

/** Where a file of the operation stands: to be changed from this version (null: made), or done. */
export type Standing = Version | null | 'done';

/**
 * Does one operation through the store, so that index, journal and history follow, and nothing
 * that is done already. Each file is changed only from the version that was looked at.
 *
 * @throws MemoryError when one of its steps is refused; those before it are done then
 */
export async function performOperation(
  store: MemoryStore,
  operation: PlannedOperation,
  standing: (path: StoragePath | undefined) => Standing,
): Promise<readonly Problem[]> {
  const message = messageOf(operation);
  const remove = async (path: StoragePath): Promise<readonly Problem[]> => {
    const version = standing(path);
    if (version === 'done' || version === null) return [];
    return (await store.delete(path, { ifVersion: version, message })).warnings;
  };
  const change = async (path: StoragePath, fields: object): Promise<readonly Problem[]> => {
    const version = standing(path);
    if (version === 'done' || version === null || Object.keys(fields).length === 0) return [];
    return (await store.update(path, fields, { ifVersion: version, message })).warnings;
  };
  switch (operation.kind) {
    case 'create': {
      if (standing(undefined) === 'done') return [];
      const input = { name: operation.name, ...operation.fields };
      return (await store.save(input, { ifVersion: null, message })).warnings;
    }
    case 'update':
      return change(operation.target.path, operation.fields);
    case 'merge': {
      // What says everything comes first: a crash in between leaves a copy, never a loss.
      const warnings = [...(await change(operation.into.path, operation.fields))];
      for (const { path } of operation.from) warnings.push(...(await remove(path)));
      return warnings;
    }
    case 'delete':
      return remove(operation.target.path);
    case 'index':
      return (await store.reindex({ message })).warnings;
  }
}

function messageOf({ kind, reason }: PlannedOperation): string {
  return `distill: ${kind}, since ${reason}`.replace(/\s+/gu, ' ').slice(0, 300).toWellFormed();
}
