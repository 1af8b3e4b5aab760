import type {
  AppendResult,
  Change,
  CheckpointResult,
  Recoverable,
  RemoveResult,
  StoragePath,
  StorageWarning,
  WriteResult,
} from '@mem/core';
import { type AppendRequest, appendFile } from './append-file.js';
import { OpenSteps, recordChange, recordedChanges } from './change-log.js';
import { refuseHidden } from './conditions.js';
import { Conflicts } from './conflicts.js';
import { asMemoryError, errorCode, type Operation, reporting } from './failures.js';
import type { MemoryDirectory } from './memory-directory.js';
import { type RemoveRequest, removeFile } from './remove-file.js';
import { Trash } from './trash.js';
import { Workplace } from './workplace.js';
import { type WriteRequest, writeFile } from './write-file.js';

/** All that changes a directory, and what is kept of changes. A storage that only reads needs none. */
export class DirectoryChanges {
  readonly #directory: MemoryDirectory;
  readonly #steps = new OpenSteps();
  #workplace: Workplace | undefined;

  constructor(directory: MemoryDirectory) {
    this.#directory = directory;
  }

  write(request: WriteRequest): Promise<WriteResult> {
    return this.#change('write', request.path, () =>
      writeFile(this.#directory, () => this.#work(), this.#steps, request),
    );
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return this.#change('write', request.path, () =>
      appendFile(this.#directory, () => this.#work(), request),
    );
  }

  remove(request: RemoveRequest): Promise<RemoveResult> {
    return this.#change('remove', request.path, () =>
      removeFile(this.#directory, () => this.#work(), this.#steps, request),
    );
  }

  checkpoint(change: Change): CheckpointResult {
    const steps = this.#steps.take(change.paths);
    if (steps.size === 0) return { warnings: [] };
    const warnings: StorageWarning[] = [];
    let id: string | undefined;
    try {
      const { root, trash, swapped } = this.#work();
      const { fileSystem, now } = this.#directory;
      swapped.lookAtAll(warnings);
      id = recordChange(fileSystem, root, trash, change, steps, now());
    } catch (error) {
      const code = errorCode(error) ?? 'unknown error';
      const message = `The change is made, but could not be recorded for undo (${code}).`;
      warnings.push({ message });
    }
    return { warnings, ...(id === undefined ? {} : { change: id }) };
  }

  async *recorded(): ReturnType<Recoverable['changes']> {
    const root = this.#directory.root();
    if (root === undefined) return;
    try {
      yield* recordedChanges(this.#directory.fileSystem, this.#trash(root));
    } catch (error) {
      throw asMemoryError('read', undefined, error);
    }
  }

  purge(path: StoragePath): Promise<void> {
    return reporting('purge', path, () => {
      const root = this.#directory.root();
      if (root === undefined) return;
      this.#trash(root).purge(path);
      new Conflicts(this.#directory, root).purge(path);
      this.#steps.forget(path);
      this.#workplace?.swapped.forget(path);
    });
  }

  #trash(root: string): Trash {
    const { fileSystem, now } = this.#directory;
    return new Trash({ fileSystem, root, now });
  }

  #work(): Workplace {
    this.#workplace ??= new Workplace(this.#directory);
    return this.#workplace;
  }

  /** Runs it once more when somebody has removed `.mem/`, or all, since the last write. */
  #change<T>(operation: Operation, path: StoragePath, action: () => Promise<T>): Promise<T> {
    return reporting(operation, path, async () => {
      refuseHidden(path);
      try {
        return await action();
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || this.#workplace === undefined) throw error;
        this.#workplace = undefined;
        this.#directory.forgetRoot();
        return await action();
      }
    });
  }
}
