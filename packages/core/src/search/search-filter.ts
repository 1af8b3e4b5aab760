import type { ParsedEntryFile } from '../entry-file/parsed-entry-file.js';
import type { SearchOptions } from '../memory-store.js';
import type { StoragePath } from '../storage.js';

/** What filters and the ignoring of entries may look at. */
export interface EntryFacts {
  readonly path: StoragePath;
  readonly name: string;
  readonly type?: string | undefined;
  /** Folded to lower case, without `#`. */
  readonly tags: readonly string[];
  /** Milliseconds since 1970: `modified` of the header, else the file's, where known. */
  readonly modifiedAt?: number | undefined;
}

export type EntryPredicate = (facts: EntryFacts) => boolean;

export function factsOf(
  path: StoragePath,
  entry: Pick<ParsedEntryFile, 'name' | 'type' | 'modified' | 'metadata'>,
  fileModifiedAt: number | undefined,
): EntryFacts {
  const stated = entry.modified === undefined ? Number.NaN : Date.parse(entry.modified);
  return {
    path,
    name: entry.name,
    type: entry.type,
    tags: tagsOf(entry.metadata.tags),
    modifiedAt: Number.isNaN(stated) ? fileModifiedAt : stated,
  };
}

const noTags: readonly string[] = [];

/** Tags are written as a list or as text with commas between. */
function tagsOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return noTags;
  const items = Array.isArray(value)
    ? value
    : String(value)
        .replace(/^\[|\]$/g, '')
        .split(',');
  return items.map((item) => foldTag(String(item))).filter((tag) => tag !== '');
}

function foldTag(tag: string): string {
  return tag
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/^#/, '')
    .toLowerCase();
}

/** The filters of a search as one predicate; undefined when there are none. */
export function filterOf(options: SearchOptions): EntryPredicate | undefined {
  const type = options.type?.toLowerCase();
  const tag = options.tag === undefined ? undefined : foldTag(options.tag);
  const since = options.modifiedSince?.getTime();
  const before = options.modifiedBefore?.getTime();
  if (type === undefined && tag === undefined && since === undefined && before === undefined) {
    return undefined;
  }
  return (facts) =>
    (type === undefined || facts.type?.toLowerCase() === type) &&
    (tag === undefined || facts.tags.includes(tag)) &&
    (since === undefined || (facts.modifiedAt ?? Number.NEGATIVE_INFINITY) >= since) &&
    (before === undefined || (facts.modifiedAt ?? Number.POSITIVE_INFINITY) < before);
}

/** True when files' own times are needed to apply the filters. */
export function asksForAge(options: SearchOptions): boolean {
  return options.modifiedSince !== undefined || options.modifiedBefore !== undefined;
}
