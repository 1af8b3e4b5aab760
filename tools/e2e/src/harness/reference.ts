import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Files, visibleFiles, waitingFiles } from './directory-state.ts';
import { hookFileCalls } from './file-calls.ts';
import { openStore, type StoreKind } from './open-store.ts';
import { copyLayout, layOut, type Operation, operations } from './operations.ts';

/** An operation laid out once, and what it makes of the directory when nothing comes in between. */
export interface Reference {
  readonly kind: StoreKind;
  readonly name: string;
  readonly operation: Operation;
  readonly before: Files;
  readonly after: Files;
  /** Proposals that wait before and after. */
  readonly waiting: { readonly before: number; readonly after: number };
  /** File calls in the directory. */
  readonly calls: number;
  /** A fresh directory, ready for the operation. */
  layOut(): string;
  remove(directory: string): void;
  end(): void;
}

export async function makeReference(kind: StoreKind, name: string): Promise<Reference> {
  const operation = operations[name];
  if (!operation) throw new Error(`There is no operation ${name}.`);
  const scratch = realpathSync(mkdtempSync(`${tmpdir()}/mem-harness-`));
  const template = `${scratch}/template`;
  await layOut(kind, template, operation);
  let copies = 0;
  const layOutCopy = () => {
    const directory = `${scratch}/${copies++}`;
    copyLayout(template, directory);
    return directory;
  };
  const trial = layOutCopy();
  const before = visibleFiles(trial);
  const waitingBefore = Object.keys(waitingFiles(trial)).length;
  let calls = 0;
  const unhook = hookFileCalls(trial, { before: () => void calls++ });
  try {
    await operation.run(openStore(kind, trial), trial);
  } finally {
    unhook();
  }
  return {
    ...{ kind, name, operation, before, calls },
    after: visibleFiles(trial),
    waiting: { before: waitingBefore, after: Object.keys(waitingFiles(trial)).length },
    layOut: layOutCopy,
    remove(directory) {
      for (const suffix of ['', '.remote.git', '.other']) {
        rmSync(`${directory}${suffix}`, { recursive: true, force: true });
      }
    },
    end: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
