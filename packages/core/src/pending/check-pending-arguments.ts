import {
  type ArgumentRule,
  either,
  listOf,
  nothing,
  oneOf,
  record,
  requireArgument,
  requireOptions,
  text,
} from '../store/argument-rules.js';
import type { PendingEntries } from './pending.js';

const yes: ArgumentRule = { wanted: 'true', holds: (value) => value === true };

/** As `withCheckedArguments`, for what waits. */
export function checkedPending(pending: PendingEntries, provenance: ArgumentRule): PendingEntries {
  return {
    add: async (change) => {
      requireArgument('proposal', change, record);
      requireArgument('kind', change.kind, oneOf('save', 'update', 'delete'));
      requireArgument('name', change.name, text);
      requireOptions(change, { fields: record, reason: text, origin: text, provenance });
      return pending.add(change);
    },
    list: () => pending.list(),
    get: async (id) => {
      requireArgument('id', id, text);
      return pending.get(id);
    },
    accept: async (id, options) => {
      requireArgument('id', id, text);
      requireOptions(options, {
        ifVersion: either(text, nothing),
        override: either(yes, listOf(text)),
      });
      return pending.accept(id, options);
    },
    edit: async (id, fields) => {
      requireArgument('id', id, text);
      requireArgument('fields to change', fields, record);
      return pending.edit(id, fields);
    },
    reject: async (id) => {
      requireArgument('id', id, text);
      return pending.reject(id);
    },
  };
}
