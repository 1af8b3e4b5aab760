import type { Head } from './head.js';
import { type CommitIdentities, cleanIdentity, type Identity } from './identity.js';
import type { FileChange, PlannedCommit } from './plan-commits.js';

export interface ImportOptions {
  readonly head: Head;
  readonly identities: CommitIdentities;
  /** The path inside the repository, for one inside the memory directory. */
  readonly place: (change: FileChange) => { readonly path: string; readonly mode: string };
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The commits as `git fast-import` reads them. Bytes go in with their length in front, paths
 * quoted, so that nothing in them can be taken for a command; no filter or line-end setting
 * touches them. The stream ends with a question for each commit's id, and needs a `done`.
 */
export function importStream(commits: readonly PlannedCommit[], options: ImportOptions): Buffer {
  const parts: Uint8Array[] = [];
  const line = (text: string) => parts.push(Buffer.from(`${text}\n`));
  const data = (bytes: Uint8Array) => {
    line(`data ${bytes.length}`);
    parts.push(bytes, lineEnd);
  };
  const { head, identities, now } = options;
  line('feature done');
  commits.forEach((commit, index) => {
    const author = commit.maker.author ? cleanIdentity(commit.maker.author) : identities.author;
    line(`commit ${head.branch}`);
    line(`mark :${index + 1}`);
    line(`author ${signature(author, commit.at)}`);
    line(`committer ${signature(identities.committer, now)}`);
    data(Buffer.from(commit.message));
    if (index === 0 && head.commit !== undefined) line(`from ${head.commit}`);
    for (const parent of commit.merges ?? []) line(`merge ${parent}`);
    for (const change of commit.files) {
      const { path, mode } = options.place(change);
      if (change.bytes === null) {
        line(`D ${quoted(path)}`);
        continue;
      }
      line(`M ${mode} inline ${quoted(path)}`);
      data(change.bytes);
    }
    line('');
  });
  commits.forEach((_, index) => {
    line(`get-mark :${index + 1}`);
  });
  return Buffer.concat(parts);
}

const lineEnd = Buffer.from('\n');

function signature({ name, email }: Identity, milliseconds: number): string {
  return `${name} <${email}> ${timeOf(milliseconds)}`;
}

/** As git writes it: the seconds, and the local zone at that time. */
export function timeOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${seconds} ${zone(new Date(milliseconds))}`;
}

/** As `+0130`. */
function zone(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const amount = Math.abs(minutes);
  const digits = String(Math.floor(amount / 60) * 100 + (amount % 60)).padStart(4, '0');
  return `${minutes < 0 ? '-' : '+'}${digits}`;
}

function quoted(path: string): string {
  const inside = path.replace(/["\\\p{Cc}]/gu, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    return [...Buffer.from(character)].map(octal).join('');
  });
  return `"${inside}"`;
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}
