import {
  indexPath,
  isEntryPath,
  isMemoryError,
  isScannable,
  type Storage,
  type StoragePath,
  type StoredFileInfo,
} from '@mem/core';
import { decodeText, type ParsedEntryFile, readEntryFile } from '@mem/core/internal';
import { parseLogPath } from '../journal/log-path.js';
import type { DistillInput, KnownLog, KnownMemory } from './distill-input.js';

export interface ReadDistillInputOptions {
  readonly now: Date;
  /** Logs of days before this one are left out; 30 days back when omitted. */
  readonly since?: Date | undefined;
}

const usualDays = 30;
const dayMs = 86_400_000;
/** From so many files on, one pass over all is faster than a call for each. */
const scanFrom = 16;

/** Reads what a plan is made from. Changes nothing. */
export async function readDistillInput(
  storage: Storage,
  options: ReadDistillInputOptions,
): Promise<DistillInput> {
  const since = options.since ?? new Date(options.now.getTime() - usualDays * dayMs);
  const firstDay = since.toISOString().slice(0, 10);
  const infos = await listFiles(storage);
  const wanted = infos.filter(({ path }) => isWanted(path, firstDay));
  const files = await readFiles(storage, wanted);
  const memories: KnownMemory[] = [];
  const untouchable = new Map<StoragePath, string>();
  const otherNames: { path: StoragePath; name: string }[] = [];
  for (const file of files.filter(({ path }) => isEntryPath(path))) {
    const memory = await readMemory(file);
    const reason = whyLeftAlone(memory.parsed, memory.isText);
    if (reason === undefined) memories.push(memory);
    else {
      untouchable.set(file.path, reason);
      otherNames.push({ path: file.path, name: memory.parsed.name });
    }
  }
  const index = files.find(({ path }) => path === indexPath);
  return {
    now: options.now,
    memories,
    untouchable,
    otherNames,
    index: index && decodeText(index.bytes).text,
    logs: logsOf(files),
  };
}

function isWanted(path: StoragePath, firstDay: string): boolean {
  if (path === indexPath || isEntryPath(path)) return true;
  const day = parseLogPath(path)?.date;
  return day !== undefined && day >= firstDay;
}

function logsOf(files: readonly ReadFile[]): KnownLog[] {
  const logs = files.flatMap(({ path, bytes }) => {
    const day = parseLogPath(path)?.date;
    return day === undefined ? [] : [{ path, day, text: decodeText(bytes).text }];
  });
  return logs.sort((a, b) =>
    a.day === b.day ? (a.path < b.path ? -1 : 1) : a.day < b.day ? -1 : 1,
  );
}

/** Problems of a header with which nobody can say for sure what an edit would make of the file. */
const unsafeProblems = new Set([
  'frontmatter-invalid',
  'frontmatter-unterminated',
  'frontmatter-double',
  'frontmatter-duplicate-key',
  'unsafe-frontmatter',
  'file-encoding',
  'file-conflict-markers',
]);

function whyLeftAlone({ shape, problems }: ParsedEntryFile, isText: boolean): string | undefined {
  if (!isText) return 'it is not UTF-8 text';
  const problem = problems.find(({ kind }) => unsafeProblems.has(kind));
  if (problem) return `its header cannot be edited safely (${problem.kind})`;
  return shape === 'none' ? 'it has no header, so nobody knows whether it is a memory' : undefined;
}

interface ReadFile extends StoredFileInfo {
  readonly bytes: Uint8Array;
}

async function readMemory(file: ReadFile): Promise<KnownMemory & { readonly isText: boolean }> {
  const { text, utf8 } = decodeText(file.bytes);
  const parsed = await readEntryFile(file.path, file.bytes);
  const { path, bytes, modifiedAt } = file;
  return {
    path,
    bytes,
    text,
    parsed,
    isText: utf8,
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
  };
}

async function listFiles(storage: Storage): Promise<StoredFileInfo[]> {
  const files = isScannable(storage) ? await storage.listAll() : [];
  if (!isScannable(storage)) for await (const file of storage.list()) files.push(file);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** In the given order; a file that cannot be read, or is gone by now, is left out. */
async function readFiles(
  storage: Storage,
  infos: readonly StoredFileInfo[],
): Promise<readonly ReadFile[]> {
  const read = new Map<StoragePath, ReadFile>();
  if (infos.length >= scanFrom && isScannable(storage)) {
    const wanted = new Map(infos.map((info) => [info.path, info]));
    await storage.scan(
      (path) => wanted.has(path),
      (path, bytes) => {
        const info = wanted.get(path);
        if (info) read.set(path, { ...info, bytes: bytes.slice() });
      },
    );
  }
  for (const info of infos) {
    if (read.has(info.path)) continue;
    const file = await readOne(storage, info);
    if (file) read.set(info.path, file);
  }
  return infos.flatMap(({ path }) => read.get(path) ?? []);
}

async function readOne(storage: Storage, info: StoredFileInfo): Promise<ReadFile | undefined> {
  try {
    const file = await storage.read(info.path);
    return file && { ...info, bytes: file.bytes };
  } catch (error) {
    if (isMemoryError(error) && error.code === 'UNREADABLE_ENTRY') return undefined;
    throw error;
  }
}
