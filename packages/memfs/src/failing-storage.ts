import {
  type Followable,
  type Recoverable,
  type ReportsSkipped,
  type Scannable,
  type Storage,
  StorageError,
} from '@mem/core';

export interface Failure {
  readonly method:
    | keyof Storage
    | keyof Scannable
    | keyof Followable
    | keyof Recoverable
    | keyof ReportsSkipped;
  /** Which call of that method fails, counted from 1. Every other call is passed on. */
  readonly call: number;
  /**
   * `before`, the default: the call changes nothing and fails. `after`: the call does its work and
   * then fails, as when an answer is lost on its way.
   */
  readonly when?: 'before' | 'after';
  /** What is thrown; a `StorageError` when omitted. */
  readonly error?: unknown;
}

/** The same storage, with all its capabilities, but for the one call that fails. */
export function failingStorage<S extends Storage>(storage: S, failure: Failure): S {
  let calls = 0;
  return new Proxy(storage, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...values: unknown[]) => unknown;
      if (property !== failure.method) return method;
      return (...values: unknown[]) => {
        calls += 1;
        if (calls !== failure.call) return method(...values);
        if (property === 'list' || property === 'changes')
          return failingList(failure, () => method(...values));
        return failingCall(failure, () => method(...values));
      };
    },
  });
}

async function failingCall(failure: Failure, call: () => unknown): Promise<never> {
  if (failure.when === 'after') await call();
  throw errorOf(failure);
}

async function* failingList(failure: Failure, call: () => unknown): AsyncGenerator<unknown> {
  if (failure.when === 'after') yield* call() as AsyncIterable<unknown>;
  throw errorOf(failure);
}

function errorOf(failure: Failure): unknown {
  return (
    failure.error ??
    new StorageError(`Call ${failure.call} of ${failure.method} failed, as the test asked.`, {
      operation: failure.method,
    })
  );
}
