import { codeBlock, codeSpan, type DiffHunk, visibleLine, visibleText } from '@mem/core/internal';
import type { Review, ReviewedCommit, ReviewedEntry } from './review.js';

const marks = { same: ' ', added: '+', removed: '-' } as const;

/** The review as text for a terminal. */
export function renderReviewText(review: Review): string {
  const { entries, authors } = review;
  const lines = [`${summary(review)}.`];
  for (const { author, commits, entries: changed } of authors) {
    lines.push(
      `  ${visibleLine(author)}: ${counted(commits, 'commit')}, ${entriesCount(changed.length)}`,
    );
  }
  for (const entry of entries) {
    lines.push('', `${entry.action} ${visibleLine(entry.path)}${renamedFrom(entry)}`);
    lines.push(...entry.commits.map((commit) => `  ${commitLine(commit)}`));
    if (entry.commits.length === 0) lines.push(`  ${noCommit(review)}`);
    lines.push(...fieldLines(entry).map((line) => `  ${line}`));
    lines.push(...hunkLines(entry.body).map((line) => `  ${line}`));
    if (!entry.isText) lines.push('  not UTF-8 text');
  }
  return `${lines.join('\n')}\n`;
}

function renamedFrom({ from }: ReviewedEntry): string {
  return from === undefined ? '' : ` (was ${visibleLine(from)})`;
}

function commitLine({ id, date, author, agent, tool, subject }: ReviewedCommit): string {
  const by = [agent, tool].filter((name) => name !== undefined).join(', ');
  const maker = by === '' ? '' : ` (${by})`;
  return visibleLine(`${id.slice(0, 10)} ${date.slice(0, 10)} ${author}${maker}: ${subject}`);
}

function fieldLines({ fields }: ReviewedEntry): string[] {
  return fields.flatMap(({ field, before, after }) => [
    ...(before === undefined ? [] : [`- ${visibleLine(`${field}: ${before}`)}`]),
    ...(after === undefined ? [] : [`+ ${visibleLine(`${field}: ${after}`)}`]),
  ]);
}

function hunkLines(hunks: readonly DiffHunk[]): string[] {
  return hunks.flatMap(({ oldStart, newStart, lines }) => [
    `@@ -${oldStart} +${newStart} @@`,
    ...lines.map(({ kind, text }) => `${marks[kind]}${visibleText(text)}`),
  ]);
}

function summary({ entries, commits }: Review): string {
  return `${entriesCount(entries.length)} changed in ${counted(commits, 'commit')}`;
}

function entriesCount(count: number): string {
  return count === 1 ? '1 memory' : `${count} memories`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/**
 * The review as Markdown for a pull request. Whatever comes from memories, commits and names stands
 * in code spans and code blocks that it cannot end, so it can make no heading, link, mention or
 * instruction of the page's own.
 */
export function renderReviewMarkdown(review: Review): string {
  const parts = [`## Changed memories\n\n${summary(review)}.\n`];
  if (review.authors.length > 0) {
    const rows = review.authors
      .slice(0, mostAuthors)
      .map(
        ({ author, commits, entries }) =>
          `- ${codeSpan(shortened(author))}: ${counted(commits, 'commit')}, ${entriesCount(entries.length)}\n`,
      );
    parts.push(`### By author\n\n${rows.join('')}`);
  }
  if (review.entries.length > 0) parts.push('### By memory\n');
  let length = 0;
  for (const [position, entry] of review.entries.entries()) {
    const part = renderEntry(entry, noCommit(review));
    length += part.length;
    if (length > longestReport) {
      parts.push(`${entriesCount(review.entries.length - position)} more did not fit here.\n`);
      break;
    }
    parts.push(part);
  }
  return parts.join('\n');
}

/** In characters; the common services take 65,536 in the text of a pull request. */
const longestReport = 55_000;
const mostLines = 80;
const mostCommits = 10;
const mostAuthors = 50;
const longestLine = 400;

function shortened(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line;
}

/** Of two commits nothing is left to commit: a merge may have brought what none of them shows. */
function noCommit({ to }: Review): string {
  return to === undefined ? 'not committed yet' : 'in a merge';
}

function renderEntry(entry: ReviewedEntry, noCommit: string): string {
  const from = entry.from === undefined ? '' : ` (was ${codeSpan(shortened(entry.from))})`;
  const shown = entry.commits.slice(0, mostCommits);
  const more = entry.commits.length - shown.length;
  const commits = [
    ...shown.map((commit) => `- ${codeSpan(shortened(commitLine(commit)))}\n`),
    ...(more > 0 ? [`- and ${counted(more, 'earlier commit')}\n`] : []),
  ].join('');
  const changes = [...fieldLines(entry), ...hunkLines(entry.body)];
  return [
    `#### ${codeSpan(shortened(entry.path))} ${entry.action}${from}\n`,
    commits === '' ? `- ${noCommit}\n` : commits,
    ...(changes.length === 0 ? [] : [diffBlock(changes.slice(0, mostLines))]),
    ...(changes.length > mostLines
      ? [`${changes.length - mostLines} more lines did not fit here.\n`]
      : []),
    ...(entry.isText ? [] : ['The file is not UTF-8 text.\n']),
  ].join('\n');
}

function diffBlock(lines: readonly string[]): string {
  return `${codeBlock(lines.map(shortened).join('\n'), 'diff')}\n`;
}
