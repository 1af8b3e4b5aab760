import type { StoragePath } from '@mem/core';
import { readEntrySource } from '@mem/core/internal';
import { gitIn, type Repository, treePath } from '../repository.js';

/** Where one line of an entry comes from. */
export interface BlamedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  /** The header's fence lines are part of the header. */
  readonly part: 'header' | 'body';
  /** The commit that brought the line. */
  readonly commit: string;
  readonly author: { readonly name: string; readonly email: string };
  /** ISO 8601, in UTC. */
  readonly date: string;
  /** The first line of the commit's message. */
  readonly subject: string;
  /** What the file was called in that commit. */
  readonly path: StoragePath;
}

interface Origin {
  name: string;
  email: string;
  seconds: number;
  subject: string;
  path: string;
}

/** Which commit brought each line of the file, also across renames. The file is in the commit. */
export async function blameFile(
  repository: Repository,
  path: StoragePath,
  commit: string,
): Promise<BlamedLine[]> {
  const args = ['blame', '--porcelain', commit, '--', treePath(repository, path)];
  const { stdout } = await gitIn(repository, args, { maxOutput: 256 * 1024 * 1024 });
  const lines = parseBlame(stdout.toString('utf8'), repository.prefix);
  const text = lines.map((line) => line.text).join('\n');
  const { bodyStart } = readEntrySource(path, new TextEncoder().encode(text));
  const headerLines = bodyStart === 0 ? 0 : text.slice(0, bodyStart).split('\n').length - 1;
  return lines.map((line) => ({ ...line, part: line.line <= headerLines ? 'header' : 'body' }));
}

/** A line is its commit, what is new about that, and the text behind a tab. */
function parseBlame(output: string, prefix: string): BlamedLine[] {
  const origins = new Map<string, Origin>();
  const lines: BlamedLine[] = [];
  let commit = '';
  for (const row of output.split('\n')) {
    const [, id] = /^([0-9a-f]{40,64}) \d+ \d+/.exec(row) ?? [];
    if (id !== undefined) commit = id;
    else if (row.startsWith('\t')) {
      lines.push(lineOf(lines.length + 1, row.slice(1), commit, originOf(origins, commit), prefix));
    } else readFact(originOf(origins, commit), row);
  }
  return lines;
}

function originOf(origins: Map<string, Origin>, commit: string): Origin {
  const known = origins.get(commit);
  if (known) return known;
  const origin = { name: '', email: '', seconds: 0, subject: '', path: '' };
  origins.set(commit, origin);
  return origin;
}

function readFact(origin: Origin, row: string): void {
  const space = row.indexOf(' ');
  const value = row.slice(space + 1);
  const key = row.slice(0, space);
  if (key === 'author') origin.name = value;
  else if (key === 'author-mail') origin.email = value.replace(/^<|>$/g, '');
  else if (key === 'author-time') origin.seconds = Number(value);
  else if (key === 'summary') origin.subject = value;
  else if (key === 'filename') origin.path = unquoted(value);
}

/** Git puts a path with a quotation mark or a backslash into quotation marks. */
function unquoted(path: string): string {
  return path.startsWith('"') ? path.slice(1, -1).replace(/\\(["\\])/g, '$1') : path;
}

function lineOf(
  line: number,
  text: string,
  commit: string,
  origin: Origin,
  prefix: string,
): BlamedLine {
  const { path } = origin;
  const inside = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  return {
    line,
    text,
    part: 'body',
    commit,
    author: { name: origin.name, email: origin.email },
    date: new Date(origin.seconds * 1000).toISOString(),
    subject: origin.subject,
    path: inside as StoragePath,
  };
}
