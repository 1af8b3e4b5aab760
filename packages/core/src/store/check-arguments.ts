import type { MemoryStore, MemoryStoreOptions } from '../memory-store.js';
import { checkedPending } from '../pending/check-pending-arguments.js';
import { isSource } from '../provenance.js';
import type { Storage } from '../storage.js';
import {
  type ArgumentRule,
  action,
  bytes,
  date,
  either,
  flag,
  listOf,
  nothing,
  objectWith,
  oneOf,
  record,
  requireArgument,
  requireOptions,
  text,
  wholeNumber,
} from './argument-rules.js';

const ignore: ArgumentRule = {
  wanted: 'true, or an object with nothing but the lists types and names and the text query',
  holds: (value) => value === true || (record.holds(value) && holdsIgnored(value as object)),
};

function holdsIgnored(value: object): boolean {
  const { types, names, query, ...others } = value as Record<string, unknown>;
  const texts = listOf(text);
  // A key that is not known, such as `type`, would hide nothing and say nothing.
  return (
    Object.keys(others).length === 0 &&
    (types === undefined || texts.holds(types)) &&
    (names === undefined || texts.holds(names)) &&
    (query === undefined || text.holds(query) || texts.holds(query))
  );
}

const reading = { ignore };
const provenance: ArgumentRule = {
  wanted: 'an object with source ("user" or "inferred"), client and session',
  holds: (value) => record.holds(value) && holdsProvenance(value as object),
};

function holdsProvenance(value: object): boolean {
  const { source, client, session } = value as Record<string, unknown>;
  return (
    (source === undefined || isSource(source)) &&
    (client === undefined || text.holds(client)) &&
    (session === undefined || text.holds(session))
  );
}

const isTrue: ArgumentRule = { wanted: 'true', holds: (value) => value === true };
const override = either(isTrue, listOf(text));
const changing = { ifVersion: text, message: text, provenance, override };
const saving = { ...changing, ifVersion: either(text, nothing), create: flag };
const searching = {
  ...reading,
  mode: oneOf('ranked', 'contains'),
  type: text,
  tag: text,
  modifiedSince: date,
  modifiedBefore: date,
  limit: wholeNumber,
  explain: flag,
};
const workspace = objectWith('kindOf', 'find', 'holdsWords');
const signal = objectWith('addEventListener');
const recalling = {
  ...reading,
  selector: action,
  timeLimit: wholeNumber,
  signal,
  limit: wholeNumber,
  session: record,
  tools: listOf(text),
  followLinks: flag,
  workspace,
  now: action,
};
const rendering = {
  ...reading,
  format: oneOf('markdown', 'xml', 'index'),
  maxChars: wholeNumber,
  maxTokens: wholeNumber,
  estimateTokens: action,
  readMore: text,
};

/** @throws MemoryError INVALID_ENTRY */
export function checkStoreArguments(storage: Storage, options: MemoryStoreOptions): void {
  requireArgument('storage', storage, objectWith('read', 'list', 'write', 'remove'));
  requireOptions(options, {
    now: action,
    newEntryShape: oneOf('auto', 'flat', 'nested'),
    keepIndex: flag,
    ignore,
    provenance,
    guard: record,
  });
}

/**
 * The same store for callers without types: what is of the wrong kind is refused with one line that
 * names the argument, before anything is done. What the fields of an entry may hold is judged where
 * they are written.
 */
export function withCheckedArguments(store: MemoryStore): MemoryStore {
  return {
    save: async (input, options) => {
      requireArgument('memory', input, record);
      requireArgument('name', input.name, text);
      requireOptions(options, saving);
      return store.save(input, options);
    },
    update: async (target, fields, options) => {
      requireArgument('name', target, text);
      requireArgument('fields to change', fields, record);
      requireOptions(options, changing);
      return store.update(target, fields, options);
    },
    rename: async (target, newName, options) => {
      requireArgument('name', target, text);
      requireArgument('new name', newName, text);
      requireOptions(options, changing);
      return store.rename(target, newName, options);
    },
    delete: async (target, options) => {
      requireArgument('name', target, text);
      requireOptions(options, { ...changing, purge: flag });
      return store.delete(target, options);
    },
    get: async (target, options) => {
      requireArgument('name', target, text);
      requireOptions(options, reading);
      return store.get(target, options);
    },
    getFile: async (target, options) => {
      requireArgument('name', target, text);
      requireOptions(options, reading);
      return store.getFile(target, options);
    },
    replaceFile: async (target, content, options) => {
      requireArgument('name', target, text);
      requireArgument('content', content, bytes);
      requireArgument('options', options, record);
      requireArgument('option ifVersion', options.ifVersion, text);
      requireOptions(options, changing);
      return store.replaceFile(target, content, options);
    },
    list: async (options) => {
      requireOptions(options, { ...reading, type: text });
      return store.list(options);
    },
    search: async (query, options) => {
      requireArgument('query', query, text);
      requireOptions(options, searching);
      return store.search(query, options);
    },
    recall: async (query, options) => {
      try {
        requireArgument('query', query, text);
        requireOptions(options, recalling);
      } catch (error) {
        // A recall never fails: it runs where nobody would see that.
        return { entries: [], selector: 'lexical', omitted: [], notes: [(error as Error).message] };
      }
      return store.recall(query, options);
    },
    verify: async (place, options) => {
      requireArgument('workspace', place, workspace);
      requireOptions(options, { ...reading, target: text, signal });
      return store.verify(place, options);
    },
    context: async (options) => {
      requireOptions(options, rendering);
      return store.context(options);
    },
    check: async (options) => {
      requireOptions(options, reading);
      return store.check(options);
    },
    changedOutside: async (options) => {
      requireOptions(options, { accept: flag });
      return store.changedOutside(options);
    },
    reindex: async (options) => {
      requireOptions(options, { message: text });
      return store.reindex(options);
    },
    loadIndex: async (options) => {
      requireOptions(options, reading);
      return store.loadIndex(options);
    },
    pending: checkedPending(store.pending, provenance),
    undo: async (options) => {
      requireOptions(options, { passOver: flag });
      return store.undo(options);
    },
    close: () => store.close(),
  };
}
