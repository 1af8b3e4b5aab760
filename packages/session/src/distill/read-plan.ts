import {
  type EntryFields,
  isEntryPath,
  isMemoryType,
  MemoryError,
  type StoragePath,
  storagePath,
} from '@mem/core';
import { checkName } from '@mem/core/internal';
import type {
  DistillationPlan,
  Finding,
  PlannedFile,
  PlannedOperation,
  Rejection,
  SourceLine,
} from './plan.js';

/**
 * A plan from JSON that was kept or edited.
 *
 * @throws MemoryError INVALID_ENTRY naming what is wrong with it
 */
export function readPlan(value: unknown): DistillationPlan {
  const plan = objectOf(value, 'The plan');
  if (plan.version !== 1) throw invalid('The plan is not of version 1.');
  return {
    version: 1,
    madeAt: textOf(plan.madeAt, 'madeAt'),
    model: modelOf(plan.model),
    entries: numberOf(plan.entries, 'entries'),
    operations: readOperations(plan.operations),
    findings: listOf(plan.findings ?? [], 'findings') as Finding[],
    rejected: listOf(plan.rejected ?? [], 'rejected') as Rejection[],
    notices: listOf(plan.notices ?? [], 'notices').map((each) => textOf(each, 'notices')),
  };
}

function modelOf(value: unknown): DistillationPlan['model'] {
  if (value === 'none' || value === 'answered' || value === 'failed') return value;
  throw invalid('model is none of none, answered and failed.');
}

export function readOperations(value: unknown): PlannedOperation[] {
  const operations = listOf(value, 'operations').map(readOperation);
  const ids = new Set(operations.map(({ id }) => id));
  if (ids.size < operations.length) throw invalid('Two operations have the same id.');
  return operations;
}

function readOperation(value: unknown): PlannedOperation {
  const operation = objectOf(value, 'An operation');
  const planned = {
    id: textOf(operation.id, 'id'),
    reason: textOf(operation.reason, 'reason'),
    sources: listOf(operation.sources, 'sources').map(readSource),
  };
  switch (operation.kind) {
    case 'create':
      return { ...planned, kind: 'create', ...readNew(operation) };
    case 'update':
      return {
        ...planned,
        kind: 'update',
        target: readFile(operation.target),
        fields: readFields(operation.fields),
      };
    case 'merge':
      return {
        ...planned,
        kind: 'merge',
        into: readFile(operation.into),
        from: listOf(operation.from, 'from').map(readFile),
        fields: readFields(operation.fields ?? {}),
      };
    case 'delete':
      return { ...planned, kind: 'delete', target: readFile(operation.target) };
    case 'index':
      return { ...planned, kind: 'index' };
    default:
      throw invalid(`${JSON.stringify(operation.kind)} is no kind of operation.`);
  }
}

function readNew(operation: Readonly<Record<string, unknown>>) {
  const name = textOf(operation.name, 'name');
  checkName(name);
  const { description, type, body } = readFields(operation.fields);
  if (description === undefined || type === undefined || body === undefined) {
    throw invalid(`${JSON.stringify(name)} needs a description, a type and a body.`);
  }
  return { name, fields: { description, type, body } };
}

function readFields(value: unknown): EntryFields {
  const { description, type, body } = objectOf(value, 'fields');
  if (type !== undefined && !isMemoryType(String(type))) {
    throw invalid(`${JSON.stringify(type)} is no type of memory.`);
  }
  return {
    ...(description === undefined ? {} : { description: textOf(description, 'description') }),
    ...(type === undefined ? {} : { type: type as NonNullable<EntryFields['type']> }),
    ...(body === undefined ? {} : { body: textOf(body, 'body', true) }),
  };
}

function readFile(value: unknown): PlannedFile {
  const { path, name, sha256 } = objectOf(value, 'A file');
  const hash = textOf(sha256, 'sha256');
  if (!/^[0-9a-f]{64}$/.test(hash)) throw invalid('sha256 is no SHA-256 in lower-case hex.');
  return { path: entryPath(path), name: textOf(name, 'name', true), sha256: hash };
}

function readSource(value: unknown): SourceLine {
  const { path, line } = objectOf(value, 'A source');
  return { path: textOf(path, 'path'), line: numberOf(line, 'line') };
}

/** @throws MemoryError for everything that is not the path of an entry */
export function entryPath(value: unknown): StoragePath {
  const path = storagePath(textOf(value, 'path'));
  if (!isEntryPath(path)) throw invalid(`${JSON.stringify(path)} is not the path of a memory.`);
  return path;
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw invalid(`${what} is not an object.`);
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(`${what} is not a list.`);
}

function textOf(value: unknown, what: string, mayBeEmpty = false): string {
  if (typeof value === 'string' && (mayBeEmpty || value !== '')) return value;
  throw invalid(`${what} is not a text.`);
}

function numberOf(value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw invalid(`${what} is not a whole number.`);
}

function invalid(what: string): MemoryError {
  return new MemoryError('INVALID_ENTRY', `This is no plan that can be applied: ${what}`);
}
