import { estimateTokens, type TokenEstimator } from '@mem/core';
import { asSectionText } from './section-text.js';
import { defaultTemplate, type NotesSection, type NotesTemplate } from './template.js';

export interface NotesBudget {
  /** Tokens of one section's text; 2,000 when omitted. */
  readonly section?: number | undefined;
  /** Tokens of the whole notes; 12,000 when omitted. */
  readonly total?: number | undefined;
}

export const sectionTokens = 2_000;
export const totalTokens = 12_000;

/** A section's text, with the heading that says how much it matters. */
export interface SectionText {
  readonly heading: string;
  readonly text: string;
  /** Tokens of what stands around the text, which stays: heading and instruction. */
  readonly frame: number;
}

/**
 * The texts, shortened to the budget of a section and of all. Over the latter, sections that matter
 * least are shortened first; one that the template does not name matters as little as its last.
 */
export function fitSections(
  sections: readonly SectionText[],
  template: NotesTemplate = defaultTemplate,
  budget: NotesBudget = {},
  estimate: TokenEstimator = estimateTokens,
): string[] {
  const { section: most = sectionTokens, total = totalTokens } = budget;
  const fitted = sections.map(({ heading, text, frame }) => {
    const rules = template.find((section) => section.heading === heading);
    const short = shorten(text, most, rules, estimate);
    return { text: short, tokens: estimate(short), frame, rules };
  });
  let over = fitted.reduce((sum, { tokens, frame }) => sum + tokens + frame, 0) - total;
  const byPriority = [...fitted].sort((a, b) => priorityOf(a.rules) - priorityOf(b.rules));
  for (const section of byPriority) {
    if (over <= 0) break;
    const before = section.tokens;
    section.text = shorten(section.text, Math.max(before - over, 0), section.rules, estimate);
    section.tokens = estimate(section.text);
    over -= before - section.tokens;
  }
  return fitted.map(({ text }) => text);
}

function priorityOf(rules: NotesSection | undefined): number {
  return rules?.priority ?? 0;
}

const mark = '[shortened]';

/** At most so many tokens, cut at line ends where it can be, with a mark where something went. */
function shorten(
  text: string,
  most: number,
  rules: NotesSection | undefined,
  estimate: TokenEstimator,
): string {
  if (estimate(text) <= most) return text;
  const keepEnd = rules?.keep === 'end';
  for (let room = most - estimate(`${mark}\n`); room > 0; room = Math.floor(room * 0.8) - 1) {
    const kept = keepEnd ? lastLines(text, room, estimate) : firstLines(text, room, estimate);
    const short = asSectionText(keepEnd ? `${mark}\n${kept}` : `${kept}\n${mark}`);
    if (estimate(short) <= most) return short;
  }
  return '';
}

function firstLines(text: string, room: number, estimate: TokenEstimator): string {
  const lines = text.split('\n');
  const count = fittingLines(lines, room, estimate);
  return count > 0 ? lines.slice(0, count).join('\n') : startOf(lines[0] ?? '', room, estimate);
}

function lastLines(text: string, room: number, estimate: TokenEstimator): string {
  const lines = text.split('\n').reverse();
  const count = fittingLines(lines, room, estimate);
  const kept = count > 0 ? lines.slice(0, count) : [startOf(lines[0] ?? '', room, estimate)];
  return kept.reverse().join('\n');
}

/** How many of the lines, from the first on, fit together with their ends. */
function fittingLines(lines: readonly string[], room: number, estimate: TokenEstimator): number {
  let left = room;
  let count = 0;
  for (const line of lines) {
    left -= estimate(`${line}\n`);
    if (left < 0) break;
    count += 1;
  }
  return count;
}

/** The longest start of the line that fits, found by halving. */
function startOf(line: string, room: number, estimate: TokenEstimator): string {
  let fits = 0;
  // No tokenizer has pieces of more than some characters: what is behind cannot fit.
  let over = Math.min(line.length, room * 32) + 1;
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (estimate(line.slice(0, middle)) <= room) fits = middle;
    else over = middle;
  }
  return line
    .slice(0, fits)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
