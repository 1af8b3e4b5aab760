import type { Problem } from '../problem.js';
import type { EntryText, HeaderSource } from './entry-source.js';
import { opensSecondHeader } from './find-header.js';
import { type HeaderField, repeatedFields } from './header-field.js';
import { toLineFeeds } from './line-ends.js';
import type { HeaderFault } from './read-header.js';

/** What is wrong with a file as text, one problem a fault: a consequence of another is left out. */
export function textProblems(source: EntryText): Problem[] {
  const { header, conflict } = source;
  const problems = [...encodingProblems(source), ...conflictProblems(source)];
  if (header === undefined) return [...problems, ...headerlessProblems(source)];
  const linesAbove = lineEndsIn(source.text.slice(0, header.start));
  problems.push(...blanksAbove(source, header.start));
  if (!header.isClosed) problems.push(openHeader(source.path, linesAbove));
  if (header.unsafe) problems.push(unsafeHeader(source.path, linesAbove + header.unsafe.line));
  if (conflict?.isInHeader) return problems;
  if (header.isClosed && header.fault !== undefined && header.unsafe === undefined) {
    problems.push(invalidHeader(source.path, linesAbove, header.text, header.fault));
  }
  problems.push(...capitalKeys(source.path, linesAbove, header));
  problems.push(...repeatedKeys(source.path, linesAbove, header));
  if (header.isClosed && opensSecondHeader(source.text, source.bodyStart)) {
    problems.push(secondHeader(source.path));
  }
  return problems;
}

function encodingProblems({ path, utf8 }: EntryText): Problem[] {
  if (utf8) return [];
  return [
    {
      kind: 'file-encoding',
      path,
      message: 'The file is not UTF-8; what cannot be read is shown as \ufffd.',
      fix: 'Save it as UTF-8.',
    },
  ];
}

function conflictProblems({ path, conflict }: EntryText): Problem[] {
  if (conflict === undefined) return [];
  return [
    {
      kind: 'file-conflict-markers',
      path,
      line: conflict.line + 1,
      message: 'A merge conflict was left in the file.',
      fix: 'Choose one side and take the marks out.',
    },
  ];
}

function headerlessProblems({ path, text, language, conflict }: EntryText): Problem[] {
  if (language !== undefined) return [languageHeader(path, language)];
  if (text === '') {
    return [
      { kind: 'file-empty', path, message: 'The file is empty.', fix: 'Fill it or delete it.' },
    ];
  }
  if (text.trim() === '') {
    return [
      {
        kind: 'field-missing',
        path,
        message: 'The file holds nothing but blanks: no name, description, type or text.',
        fix: 'Fill it or delete it.',
      },
    ];
  }
  // The conflict stands where the header would begin.
  if (conflict?.line === 0) return [];
  return [
    {
      kind: 'frontmatter-missing',
      path,
      message:
        "The file has no header: it is called by its file's name and has no description and type.",
      fix: 'Begin the file with a header: "---", lines with name, description and type, "---".',
    },
  ];
}

function languageHeader(path: string, language: string): Problem {
  return {
    kind: 'unsafe-frontmatter',
    path,
    line: 1,
    message: `The first line, "---${language}", names a language; such a header is neither read nor run.`,
    fix: 'Write the header as YAML, with a first line of exactly "---".',
  };
}

/** The fence line is not the first of the file, or not at its start. */
function blanksAbove({ path, text }: EntryText, headerStart: number): Problem[] {
  if (text.startsWith('---')) return [];
  return [
    {
      kind: 'frontmatter-invalid',
      path,
      line: lineEndsIn(text.slice(0, headerStart)),
      message: 'Blanks stand before the header, so other programs do not see it.',
      fix: 'Delete what stands before the first "---".',
    },
  ];
}

function lineEndsIn(text: string): number {
  return toLineFeeds(text).split('\n').length - 1;
}

function openHeader(path: string, line: number): Problem {
  return {
    kind: 'frontmatter-unterminated',
    path,
    line,
    message: 'The header is never closed, so where it ends is a guess.',
    fix: 'Put a line "---" after the last line of the header.',
  };
}

function unsafeHeader(path: string, line: number): Problem {
  return {
    kind: 'unsafe-frontmatter',
    path,
    line: line + 1,
    message:
      'The header asks its reader to build objects or to unfold without end; nothing of that is done.',
    fix: 'Write the value as plain text.',
  };
}

const faults = {
  invalid: {
    message: 'The header is not valid YAML; it was read line by line, other programs may fail.',
    fix: 'Put values that hold ": " or begin with a sign in double quotes.',
  },
  large: {
    message: 'The header is too large to be read as YAML; it was read line by line.',
    fix: 'Move its text into the body.',
  },
  alias: {
    message:
      'The header refers with "*" to an anchor that it does not set; other YAML readers reject it.',
    fix: 'Put the value in double quotes, or write out what it stands for.',
  },
  cut: {
    message:
      'Other YAML readers drop a part of this value: it holds a sign that is syntax for them.',
    fix: 'Put the value in double quotes.',
  },
};

function invalidHeader(
  path: string,
  linesAbove: number,
  header: string,
  fault: HeaderFault,
): Problem {
  const before = fault.offset === undefined ? undefined : header.slice(0, fault.offset);
  return {
    kind: 'frontmatter-invalid',
    path,
    ...(before === undefined ? {} : { line: linesAbove + lineEndsIn(before) + 1 }),
    ...(fault.key === undefined ? {} : { field: fault.key }),
    ...faults[fault.kind],
  };
}

/** One problem for all of them: whoever wrote them wrote all alike. */
function capitalKeys(path: string, linesAbove: number, header: HeaderSource): Problem[] {
  const nested = header.fields.flatMap((field) => field.children ?? []);
  const fields = [...header.fields, ...nested].filter(({ spelledKey }) => spelledKey !== undefined);
  const [first] = fields;
  if (first === undefined) return [];
  const spelled = [...new Set(fields.map((field) => JSON.stringify(field.spelledKey)))];
  const keys = [...new Set(fields.map((field) => JSON.stringify(field.key)))];
  return [
    {
      kind: 'frontmatter-invalid',
      path,
      line: linesAbove + lineNumbers(header.text, [first])[0]! + 1,
      field: first.key,
      message: `The header spells ${spelled.join(', ')} with capitals; other programs look for ${keys.join(', ')}.`,
      fix: 'Write these keys in small letters.',
    },
  ];
}

function repeatedKeys(path: string, linesAbove: number, header: HeaderSource): Problem[] {
  const nested = header.fields.flatMap((field) => field.children ?? []);
  const fields = [...repeatedFields(header.fields), ...repeatedFields(nested)];
  const lines = lineNumbers(header.text, fields);
  return fields.map((field, index) => ({
    kind: 'frontmatter-duplicate-key' as const,
    path,
    line: linesAbove + lines[index]! + 1,
    field: field.key,
    message: `The header has ${JSON.stringify(field.key)} more than once; the last one counts.`,
    fix: 'Keep one of them.',
  }));
}

/** The lines (counted from 0) of the fields, in one pass over the text. */
function lineNumbers(text: string, fields: readonly HeaderField[]): number[] {
  if (fields.length === 0) return [];
  const lineOfStart = new Map<number, number>();
  let line = 0;
  for (let start = 0; start >= 0 && start < text.length; line++) {
    lineOfStart.set(start, line);
    start = text.indexOf('\n', start) + 1 || -1;
  }
  return fields.map((field) => lineOfStart.get(field.lineStart) ?? 0);
}

function secondHeader(path: string): Problem {
  return {
    kind: 'frontmatter-double',
    path,
    message: 'A second header follows the first; it is read as text of the memory.',
    fix: 'Move what is right into the first header and delete the second.',
  };
}
