import {
  isMemoryError,
  MemoryError,
  type Storage,
  type StoragePath,
  type StorageWarning,
  type Version,
} from '@mem/core';
import { decodeText, encodeText } from '@mem/core/internal';
import type { Message } from '../messages/message.js';
import type { ModelFunction } from '../model.js';
import { applyAnswer } from './apply-answer.js';
import { notesFolder, notesId, notesPath } from './notes-path.js';
import { parseNotes, sectionText } from './parse-notes.js';
import {
  optionsOf,
  problemOf,
  type UpdatedNotes,
  type UpdateNotesOptions,
  updateNotes,
} from './update-notes.js';

export interface KeptNotes {
  readonly text: string;
  readonly path: StoragePath;
}

/** @throws MemoryError INVALID_PATH for an id that cannot name a file, UNREADABLE_ENTRY, STORAGE */
export async function readNotes(storage: Storage, id: string): Promise<KeptNotes | undefined> {
  const file = await readFile(storage, notesPath(id));
  return file && { text: file.text, path: file.path };
}

export interface ListedNotes {
  /** Of the conversation. */
  readonly id: string;
  readonly path: StoragePath;
}

/** The conversations that have notes, in order of their ids. */
export async function listNotes(storage: Storage): Promise<ListedNotes[]> {
  const found: ListedNotes[] = [];
  for await (const { path } of storage.list(notesFolder)) {
    const id = notesId(path);
    if (id !== undefined) found.push({ id, path });
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

interface NotesFile extends KeptNotes {
  readonly bom: boolean;
  readonly version: Version;
}

async function readFile(storage: Storage, path: StoragePath): Promise<NotesFile | undefined> {
  const file = await storage.read(path);
  if (!file) return undefined;
  const { text, bom, utf8 } = decodeText(file.bytes);
  if (utf8) return { text, bom, path, version: file.version };
  throw new MemoryError(
    'UNREADABLE_ENTRY',
    'The notes of this conversation are no UTF-8 text. Save them as UTF-8, or remove them to begin anew.',
    { path },
  );
}

export interface UpdatedNotesFile extends UpdatedNotes {
  readonly path: StoragePath;
  readonly warnings: readonly StorageWarning[];
}

/** So often somebody may change the notes under our hands. */
const maxTries = 20;

/**
 * Brings the notes that are kept of a conversation up to date. What somebody wrote into them while
 * the model was thinking stays: the model's text of such a section is dropped.
 *
 * @throws MemoryError as `readNotes`; CONFLICT when the notes are changed again and again
 */
export async function updateNotesFile(
  storage: Storage,
  id: string,
  messages: readonly Message[],
  model: ModelFunction,
  options: UpdateNotesOptions = {},
): Promise<UpdatedNotesFile> {
  const path = notesPath(id);
  let file = await readFile(storage, path);
  const base = file?.text;
  let updated = await updateNotes(base, messages, model, options);
  for (let tries = 1; ; tries++) {
    if (updated.changed.length === 0) return { ...updated, path, warnings: [] };
    const bytes = encodeText(updated.notes, file?.bom ?? false);
    try {
      const { warnings } = await storage.write(path, bytes, { expect: file?.version ?? null });
      return { ...updated, path, warnings };
    } catch (error) {
      if (!isMemoryError(error) || error.code !== 'CONFLICT' || tries === maxTries) throw error;
    }
    file = await readFile(storage, path);
    updated = again(base, file?.text, updated, options);
  }
}

/** The same answer, for notes that have changed since the model was asked. */
function again(
  base: string | undefined,
  present: string | undefined,
  { answer = '' }: UpdatedNotes,
  options: UpdateNotesOptions,
): UpdatedNotes {
  const { blank, ...rest } = optionsOf(options);
  const notes = present ?? blank;
  const before = new Map(textsOf(base ?? blank));
  const edited = textsOf(notes).filter(([heading, text]) => before.get(heading) !== text);
  const keep = new Set(edited.map(([heading]) => heading));
  const applied = applyAnswer(notes, answer, { ...rest, keep });
  const problem = problemOf(applied);
  if (problem !== undefined) return { notes, changed: [], problem };
  return { notes: applied.notes, changed: applied.changed, answer };
}

function textsOf(notes: string): [heading: string, text: string][] {
  return parseNotes(notes).sections.map((section) => [section.heading, sectionText(section)]);
}
