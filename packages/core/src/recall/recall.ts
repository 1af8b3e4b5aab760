import type { Claim } from '../drift/claim.js';
import { verifyEntry } from '../drift/verify-entry.js';
import type { Workspace } from '../drift/workspace.js';
import type { Provenance } from '../provenance.js';
import { ageInDays, ageNote, driftNote } from './recall-notes.js';
import { createRecallSession, type RecallSession } from './recall-session.js';
import { RecallShelf, type Taken } from './recall-shelf.js';
import type { RecallHeader, RecallSelector, RecallSource } from './recall-source.js';
import { selectPaths } from './select-paths.js';
import { isToolNoise } from './tool-noise.js';

export interface RecallOptions {
  /** Chooses; by words when omitted. */
  readonly selector?: RecallSelector | undefined;
  /** For the whole recall, in milliseconds; 5,000. A selector may take four fifths of it. */
  readonly timeLimit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** At most this many entries, links apart; 5 when omitted. */
  readonly limit?: number | undefined;
  /** Of the conversation: what was shown is not shown again. It is brought up to date. */
  readonly session?: RecallSession | undefined;
  /** Names of tools in use: reference notes about them are left out, warnings are not. */
  readonly tools?: readonly string[] | undefined;
  /** Show the entries that the chosen ones link to as well, up to the same number. */
  readonly followLinks?: boolean | undefined;
  /** Where to test what the entries claim. */
  readonly workspace?: Workspace | undefined;
  /** The system clock when omitted. */
  readonly now?: (() => Date) | undefined;
}

export interface RecalledEntry {
  readonly path: string;
  readonly name: string;
  readonly type?: string;
  /** Cut to 200 lines and 4,096 bytes. */
  readonly body: string;
  readonly truncated: boolean;
  /** Whole days since it was last changed; absent when that is not known. */
  readonly age?: number;
  /** What it claims about the workspace; empty without one. */
  readonly claims: readonly Claim[];
  /** Sentences for the reader, about age and claims that do not hold. */
  readonly notes: readonly string[];
  /** The entry whose link led here. */
  readonly linkedFrom?: string;
  /** Who said it, as far as its header tells. */
  readonly provenance?: Provenance;
}

export interface RecallResult {
  /** Best first; entries that links led to come last. */
  readonly entries: readonly RecalledEntry[];
  /** Who chose: the given selector, or words. */
  readonly selector: 'lexical' | 'given';
  /** Paths of entries that were chosen too but had no room: the limit, or the conversation's bytes. */
  readonly omitted: readonly string[];
  /** What went wrong on the way, a sentence each. */
  readonly notes: readonly string[];
}

/** Only so many, the newest, are candidates. */
const maxCandidates = 200;

/**
 * The few memories that matter for the query. Never throws, and does not wait longer than its
 * time limit for a selector or a workspace: whatever fails is left out and said in `notes`.
 */
export async function recall(
  source: RecallSource,
  query: string,
  options: RecallOptions = {},
): Promise<RecallResult> {
  try {
    return await recallOrThrow(source, query, options);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return {
      entries: [],
      selector: 'lexical',
      omitted: [],
      notes: [`The memories could not be read: ${why}`],
    };
  }
}

async function recallOrThrow(
  source: RecallSource,
  query: string,
  options: RecallOptions,
): Promise<RecallResult> {
  const { timeLimit = 5_000, limit = 5, session = createRecallSession(), signal } = options;
  const deadline = Date.now() + timeLimit;
  const headers = await source.headers();
  const isCandidate = (header: RecallHeader) =>
    !session.shown.has(header.path) && !isToolNoise(header, options.tools ?? []);
  const manifest = newestFirst(headers).slice(0, maxCandidates).filter(isCandidate);
  if (manifest.length === 0) return { entries: [], selector: 'lexical', omitted: [], notes: [] };
  const selection = await selectPaths(query, manifest, source, {
    selector: options.selector,
    timeLimit,
    signal,
  });
  const shelf = new RecallShelf(
    source,
    session,
    new Map(headers.map((header) => [header.path, header])),
  );
  for (const path of selection.paths) await shelf.take(path, limit);
  if (options.followLinks) await followLinks(shelf, source, isCandidate, limit);
  const notes = [...selection.notes];
  if (shelf.full) notes.push('This conversation has been shown as many memories as it may hold.');
  return {
    entries: await annotate(shelf.taken, options, deadline),
    selector: selection.selector,
    omitted: shelf.omitted,
    notes,
  };
}

function newestFirst(headers: readonly RecallHeader[]): RecallHeader[] {
  return headers
    .map((header) => ({ header, time: Date.parse(header.modified ?? '') || 0 }))
    .sort((a, b) => b.time - a.time || (a.header.path < b.header.path ? -1 : 1))
    .map(({ header }) => header);
}

async function followLinks(
  shelf: RecallShelf,
  source: RecallSource,
  isCandidate: (header: RecallHeader) => boolean,
  limit: number,
): Promise<void> {
  const chosen = [...shelf.taken];
  for (const { header, whole } of chosen) {
    for (const path of await source.links(whole)) {
      const linked = shelf.header(path);
      if (linked && isCandidate(linked)) await shelf.take(path, chosen.length + limit, header.path);
    }
  }
}

async function annotate(
  taken: readonly Taken[],
  { workspace, now = () => new Date() }: RecallOptions,
  deadline: number,
): Promise<RecalledEntry[]> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(0, deadline - Date.now()));
  try {
    const entries: RecalledEntry[] = [];
    for (const { header, whole, ...shown } of taken) {
      const { path, name, type, description, modified, provenance } = header;
      const claims = workspace
        ? await verifyEntry({ body: whole, description, modified }, workspace, {
            now,
            signal: controller.signal,
          })
        : [];
      const age = ageInDays(modified, now());
      const notes = [ageNote(age), driftNote(claims)].filter((note) => note !== undefined);
      entries.push({
        path,
        name,
        ...(type === undefined ? {} : { type }),
        ...shown,
        ...(age === undefined ? {} : { age }),
        claims,
        notes,
        ...(provenance === undefined ? {} : { provenance }),
      });
    }
    return entries;
  } finally {
    clearTimeout(timer);
  }
}
