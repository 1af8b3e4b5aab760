import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type CorpusCase, caseSchema } from './case-schema.js';

/** Why a case cannot be run at all. */
export class UnusableCase extends Error {}

/** The case folders below a folder, in order of their names; the folder itself if it is a case. */
export function findCases(folder: string): string[] {
  const root = resolve(folder);
  if (isCase(root)) return [root];
  return readdirSync(root)
    .sort()
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isDirectory() && isCase(path));
}

function isCase(path: string): boolean {
  return existsSync(join(path, 'expect.json'));
}

export function nameOfCase(folder: string): string {
  return basename(folder);
}

/** @throws UnusableCase for anything that the runner could not judge. */
export function loadCase(folder: string): CorpusCase {
  const parsed = caseSchema.safeParse(withoutProse(readJson(join(folder, 'expect.json'))));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'expect.json'}: ${issue.message}`,
  );
  throw new UnusableCase(`cannot be judged: ${faults.join('; ')}`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UnusableCase(`expect.json is not JSON: ${(error as Error).message}`);
  }
}

/** `note` and `debatable…` speak to readers; `extra` and `args` hold data and are left alone. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'note' && !key.startsWith('debatable'))
      .map(([key, item]) => [key, key === 'extra' || key === 'args' ? item : withoutProse(item)]),
  );
}
