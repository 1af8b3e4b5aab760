import { type GuardOptions, redactSecrets, type StoragePath, stemOf } from '@mem/core';
import { bodyText } from '@mem/core/internal';
import {
  fieldsIn,
  nameIn,
  Refused,
  reasonIn,
  requireHarmless,
  shown,
} from '../answer/check-fields.js';
import { isObject } from '../answer/read-json-answer.js';
import { plannedFile } from './choose-kept.js';
import type { DistillInput, KnownMemory } from './distill-input.js';
import type { Rejection, SourceLine } from './plan.js';
import { linkResolver } from './resolve-links.js';
import type { Proposal } from './rules.js';

export interface CheckedOperations {
  readonly operations: readonly Proposal[];
  readonly rejected: readonly Rejection[];
}

export interface CheckOptions {
  /** Paths that the model could read to the end. */
  readonly shownWhole: ReadonlySet<string>;
  /** Paths that are in the plan already. */
  readonly taken: ReadonlySet<string>;
  readonly guard?: GuardOptions | undefined;
}

/** So many operations of one answer are looked at. */
const maxOperations = 50;

/** Takes of a model's answer what can be done safely; everything else is named, with a word on why. */
export function checkOperations(
  answered: readonly unknown[],
  input: DistillInput,
  options: CheckOptions,
): CheckedOperations {
  const checker = new OperationChecker(input, options);
  const operations: Proposal[] = [];
  const rejected: Rejection[] = [];
  for (const value of answered.slice(0, maxOperations)) {
    try {
      operations.push(checker.check(value));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      rejected.push(rejection(value, error.message));
    }
  }
  const more = answered.length - maxOperations;
  if (more > 0) {
    const why = `an answer may hold ${maxOperations} operations`;
    rejected.push({ what: `${more} more operations`, why });
  }
  return { operations, rejected };
}

/** What is named of the operation may hold, or begin, the very secret that it is rejected for. */
function rejection(value: unknown, why: string): Rejection {
  const given = isObject(value)
    ? Object.values(value).filter((each) => typeof each === 'string')
    : [];
  return { what: redactSecrets(nameOf(value), given), why: redactSecrets(why, given) };
}

function nameOf(value: unknown): string {
  if (!isObject(value)) return shown(value);
  const { kind, name, path, into } = value;
  return `${typeof kind === 'string' ? shown(kind) : 'an operation'} ${shown(name ?? path ?? into ?? '')}`;
}

type Fields = Readonly<Record<string, unknown>>;

class OperationChecker {
  readonly #memories: ReadonlyMap<string, KnownMemory>;
  readonly #input: DistillInput;
  readonly #options: CheckOptions;
  readonly #taken: Set<string>;
  readonly #newNames = new Set<string>();
  readonly #resolve: (target: string) => readonly string[];
  readonly #lineCounts = new Map<string, number>();

  constructor(input: DistillInput, options: CheckOptions) {
    this.#input = input;
    this.#options = options;
    this.#taken = new Set(options.taken);
    this.#memories = new Map(input.memories.map((memory) => [memory.path, memory]));
    const names = input.memories.map(({ path, parsed }) => ({ path, name: parsed.name }));
    this.#resolve = linkResolver([...names, ...input.otherNames]);
    for (const { path, text } of [...input.memories, ...input.logs]) {
      this.#lineCounts.set(path, text.split('\n').length);
    }
  }

  check(value: unknown): Proposal {
    if (!isObject(value)) throw new Refused('it is no operation');
    switch (value.kind) {
      case 'create':
        return this.#create(value);
      case 'update':
        return this.#update(value);
      case 'merge':
        return this.#merge(value);
      case 'delete':
        return this.#delete(value);
      default:
        throw new Refused('there is no operation of that kind');
    }
  }

  #create(value: Fields): Proposal {
    const name = nameIn(value.name);
    const { description, type, body } = fieldsIn(value);
    const missing = Object.entries({ description, type, body }).find(
      ([, field]) => field === undefined,
    );
    if (missing) throw new Refused(`it has no ${missing[0]}`);
    const [existing] = this.#resolve(name);
    if (existing !== undefined)
      throw new Refused(`there is ${existing} already, which can be updated`);
    if (this.#newNames.has(name)) throw new Refused('it is proposed twice');
    const fields = { description: description!, type: type!, body: body! };
    const planned = this.#planned(value);
    requireHarmless({ name, ...fields, message: planned.reason }, this.#options.guard);
    this.#newNames.add(name);
    return { kind: 'create', name, fields, ...planned };
  }

  #update(value: Fields): Proposal {
    const memory = this.#memory(value.path);
    const fields = this.#changes(memory, value);
    if (Object.keys(fields).length === 0) throw new Refused('it changes nothing');
    const planned = this.#planned(value);
    requireHarmless({ ...fields, message: planned.reason }, this.#options.guard);
    this.#take([memory]);
    return { kind: 'update', target: plannedFile(memory), fields, ...planned };
  }

  #merge(value: Fields): Proposal {
    const into = this.#memory(value.into);
    if (!Array.isArray(value.from) || value.from.length === 0) {
      throw new Refused('it does not say what is to be merged');
    }
    const from = value.from.map((path) => this.#whole(this.#memory(path)));
    if (new Set([into, ...from]).size <= from.length)
      throw new Refused('it merges a memory with itself');
    const fields = this.#changes(into, value);
    const planned = this.#planned(value);
    requireHarmless({ ...fields, message: planned.reason }, this.#options.guard);
    this.#take([into, ...from]);
    const files = { into: plannedFile(into), from: from.map(plannedFile) };
    return { kind: 'merge', ...files, fields, ...planned };
  }

  #delete(value: Fields): Proposal {
    const memory = this.#whole(this.#memory(value.path));
    const planned = this.#planned(value);
    requireHarmless({ message: planned.reason }, this.#options.guard);
    this.#take([memory]);
    return { kind: 'delete', target: plannedFile(memory), ...planned };
  }

  #memory(path: unknown): KnownMemory {
    if (typeof path !== 'string') throw new Refused('it does not say which memory');
    const memory = this.#memories.get(path);
    if (memory === undefined) {
      const why = this.#input.untouchable.get(path as StoragePath);
      throw new Refused(
        why === undefined ? `there is no memory ${shown(path)}` : `${path} is left alone: ${why}`,
      );
    }
    if (this.#taken.has(path)) throw new Refused(`${path} is changed by another operation already`);
    return memory;
  }

  #whole(memory: KnownMemory): KnownMemory {
    if (this.#options.shownWhole.has(memory.path)) return memory;
    throw new Refused(`the model had not read ${stemOf(memory.path)}.md`);
  }

  /** The fields that would hold something else than now. */
  #changes(memory: KnownMemory, value: Fields) {
    const { description, type, body } = fieldsIn(value);
    if (body !== undefined) this.#whole(memory);
    const { parsed } = memory;
    return {
      ...(description === undefined || description === parsed.description ? {} : { description }),
      ...(type === undefined || type === parsed.type ? {} : { type }),
      ...(body === undefined || body === bodyText(parsed.body).trim() ? {} : { body }),
    };
  }

  #planned({ reason, sources }: Fields): { reason: string; sources: SourceLine[] } {
    const lines = Array.isArray(sources) && sources.length > 0 ? sources : [sources];
    return {
      reason: reasonIn(reason),
      sources: lines.slice(0, 20).map((each) => this.#source(each)),
    };
  }

  #source(value: unknown): SourceLine {
    const match = typeof value === 'string' ? /^(.{1,1000}):(\d{1,9})$/u.exec(value) : null;
    if (match === null) throw new Refused('it names no line that it rests on');
    const [, path = '', number] = match;
    const line = Number(number);
    const count = this.#lineCounts.get(path);
    if (count !== undefined && line >= 1 && line <= count) return { path, line };
    throw new Refused(`it rests on ${shown(value)}, which is not there`);
  }

  #take(memories: readonly KnownMemory[]): void {
    for (const { path } of memories) this.#taken.add(path);
  }
}
