import { type StoragePath, storagePath } from '@mem/core';
import { placeOf } from '@mem/fs-node/internal';
import { isObject, parseObject } from './json.js';
import type { ChangeMaker, RecordedStep, WaitingChange } from './waiting-change.js';

/** The file of a change that waits. */
export function renderWaitingChange(change: Omit<WaitingChange, 'id'>): string {
  const steps = change.steps.map(({ path, sequence, before, after, isJoined }) => ({
    path,
    sequence,
    ...(isJoined ? { isJoined } : {}),
    ...(before === undefined ? {} : { before: encode(before) }),
    after: encode(after),
  }));
  return JSON.stringify({ ...change, steps });
}

/** Undefined for a text that is none: a directory may come from anywhere. */
export function parseWaitingChange(
  id: string,
  text: string | undefined,
): WaitingChange | undefined {
  const value = parseObject(text);
  if (value === undefined || !Array.isArray(value.steps)) return undefined;
  const { message, at, change, undoes } = value;
  if (typeof message !== 'string' || typeof at !== 'number' || !Number.isFinite(at)) {
    return undefined;
  }
  const steps = value.steps.map(parseStep);
  if (!steps.every((step) => step !== undefined)) return undefined;
  return {
    id,
    message,
    at,
    ...(typeof change === 'string' ? { change } : {}),
    ...(typeof undoes === 'string' ? { undoes } : {}),
    maker: parseMaker(value.maker),
    isAbsorbed: value.isAbsorbed === true,
    steps,
  };
}

function parseStep(value: unknown): RecordedStep | undefined {
  if (!isObject(value)) return undefined;
  const path = parsePath(value.path);
  const before = value.before === undefined ? undefined : decode(value.before);
  const after = decode(value.after);
  if (path === undefined || after === undefined) return undefined;
  if (typeof value.sequence !== 'number') return undefined;
  const isJoined = value.isJoined === true ? { isJoined: true } : {};
  return { path, sequence: value.sequence, before, after, ...isJoined };
}

export function parsePath(value: unknown): StoragePath | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const path = storagePath(value);
    return placeOf(path) === 'open' ? path : undefined;
  } catch {
    return undefined;
  }
}

function parseMaker(value: unknown): ChangeMaker {
  if (!isObject(value)) return {};
  const { tool, agent, author } = value;
  return {
    ...(typeof tool === 'string' ? { tool } : {}),
    ...(typeof agent === 'string' ? { agent } : {}),
    ...(isObject(author) && typeof author.name === 'string' && typeof author.email === 'string'
      ? { author: { name: author.name, email: author.email } }
      : {}),
  };
}

function encode(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString('base64');
}

function decode(value: unknown): Uint8Array | null | undefined {
  if (value === null) return null;
  return typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
}
