import type { TokenEstimator } from '@mem/core';
import { lineEndOf, withLineEnds } from '@mem/core/internal';
import { fitSections, type NotesBudget } from './fit-notes.js';
import {
  joinNotes,
  type ParsedNotes,
  type ParsedSection,
  parseNotes,
  sectionText,
} from './parse-notes.js';
import { asSectionText } from './section-text.js';
import type { NotesTemplate } from './template.js';

export interface AppliedAnswer {
  readonly notes: string;
  /** Headings of the sections that hold another text than before. */
  readonly changed: readonly string[];
  /** How many sections of the notes the answer speaks of. */
  readonly answered: number;
}

export interface ApplyOptions {
  readonly template: NotesTemplate;
  readonly budget?: NotesBudget | undefined;
  readonly estimate: TokenEstimator;
  /** Headings of sections that stay as they are. */
  readonly keep?: ReadonlySet<string> | undefined;
}

/**
 * Puts the texts of a model's answer under the headings of the notes. Only headings that are there
 * count, each the first time it comes; whatever else the answer holds is text of the section it
 * stands in. What the answer does not speak of stays, as do headings and instructions, to the byte.
 */
export function applyAnswer(notes: string, answer: string, options: ApplyOptions): AppliedAnswer {
  const parsed = parseNotes(notes);
  const eol = lineEndOf(notes);
  const texts = answeredTexts(answer, new Set(parsed.sections.map(({ heading }) => heading)));
  // Of several sections with one heading the answer speaks of the first.
  const left = new Map(texts);
  const wanted = parsed.sections.map(({ heading }) => {
    const text = options.keep?.has(heading) ? undefined : left.get(heading);
    left.delete(heading);
    return text;
  });
  const fitted = fitSections(
    parsed.sections.map((section, at) => ({
      heading: section.heading,
      text: wanted[at] ?? withLineEnds(sectionText(section), '\n'),
      frame: frameOf(parsed, at, options.estimate),
    })),
    options.template,
    options.budget,
    options.estimate,
  );
  const changed: string[] = [];
  const sections = parsed.sections.map((section, at) => {
    const text = withLineEnds(fitted[at] ?? '', eol);
    if (text === sectionText(section)) return section;
    changed.push(section.heading);
    return withText(section, text, eol, at === parsed.sections.length - 1);
  });
  return { notes: joinNotes({ ...parsed, sections }), changed, answered: texts.size };
}

/** Tokens of what stands around the text of a section, and for the first one before it. */
function frameOf({ preamble, sections }: ParsedNotes, at: number, estimate: TokenEstimator) {
  const blanks = 2 * estimate('\n\n');
  return blanks + estimate(sections[at]?.head ?? '') + (at === 0 ? estimate(preamble) : 0);
}

function withText(
  section: ParsedSection,
  text: string,
  eol: string,
  isLast: boolean,
): ParsedSection {
  const head = /[\r\n]$/.test(section.head) ? section.head : section.head + eol;
  const end = isLast ? '' : eol;
  return { ...section, head, body: text === '' ? end : `${eol}${text}${eol}${end}` };
}

/** Each section's text in the answer, safe to stand under its heading. */
function answeredTexts(answer: string, headings: ReadonlySet<string>): Map<string, string> {
  const lines = unwrapped(answer.replace(/\r\n|\r/g, '\n').split('\n'));
  const texts = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    const heading = /^# +(?=\S)(.*)/.exec(line)?.[1]?.trimEnd();
    if (heading !== undefined && headings.has(heading) && !texts.has(heading)) {
      current = [];
      texts.set(heading, current);
    } else current?.push(line);
  }
  return new Map([...texts].map(([heading, text]) => [heading, asSectionText(cleaned(text))]));
}

/** Models like to put all of an answer into one code block. */
function unwrapped(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const isWrapped =
    first < last &&
    /^```(?:markdown|md)?\s*$/.test(lines[first] ?? '') &&
    /^```\s*$/.test(lines[last] ?? '');
  return isWrapped ? lines.slice(first + 1, last) : lines;
}

/** Without the instruction, which models repeat below a heading. */
function cleaned(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  const repeats = first !== -1 && /^_.*_\s*$/.test(lines[first] ?? '');
  return lines.slice(repeats ? first + 1 : 0).join('\n');
}
