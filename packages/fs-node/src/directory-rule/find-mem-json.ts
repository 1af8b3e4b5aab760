import { dirname, join } from 'node:path';
import { type JsonFile, readJsonObject } from './read-json.js';

export const memJsonName = '.mem.json';

export interface FoundMemJson {
  readonly path: string;
  readonly file: Exclude<JsonFile, { readonly kind: 'absent' }>;
}

/** The nearest `.mem.json` upwards. */
export function findMemJson(workingDirectory: string): FoundMemJson | undefined {
  for (let folder = workingDirectory; ; folder = dirname(folder)) {
    const path = join(folder, memJsonName);
    const file = readJsonObject(path);
    if (file.kind !== 'absent') return { path, file };
    if (dirname(folder) === folder) return undefined;
  }
}
