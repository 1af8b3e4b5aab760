/** A part of the notes: what stands under one heading. */
export interface NotesSection {
  readonly heading: string;
  /** One line that says what belongs there; shown below the heading, in italics. */
  readonly instruction: string;
  /** When all is too much, sections with a lower number are shortened first. */
  readonly priority: number;
  /** Which end goes when the section is too long: a log keeps its newest lines. */
  readonly keep?: 'start' | 'end';
}

/** The sections of the notes, in order. Headings are unlike one another. */
export type NotesTemplate = readonly NotesSection[];

export const defaultTemplate: NotesTemplate = [
  {
    heading: 'Title',
    instruction: 'What this conversation is about, in five to ten words.',
    priority: 7,
  },
  {
    heading: 'Current state',
    instruction:
      'What is being worked on right now, what is not finished, and the very next steps.',
    priority: 9,
  },
  {
    heading: 'Task',
    instruction: 'What the user asked for, with every decision and limit that came with it.',
    priority: 6,
  },
  {
    heading: 'Files and functions',
    instruction: 'The files and functions that matter, what is in each and why it matters.',
    priority: 4,
  },
  {
    heading: 'Workflow',
    instruction: 'Commands that are run, in which order, and how to read what they print.',
    priority: 3,
  },
  {
    heading: 'Errors and corrections',
    instruction:
      'What went wrong and how it was mended, what the user corrected, and what not to try again.',
    priority: 8,
  },
  {
    heading: 'Learnings',
    instruction: 'What worked well, what did not, and what to do otherwise next time.',
    priority: 5,
  },
  {
    heading: 'Results',
    instruction: 'Answers, tables and texts that the user asked for, word for word.',
    priority: 2,
  },
  {
    heading: 'Log',
    instruction: 'What was done, step by step, one short line each.',
    priority: 1,
    keep: 'end',
  },
];

/** Notes in which nothing is written yet. */
export function blankNotes(template: NotesTemplate = defaultTemplate): string {
  return template.map(({ heading, instruction }) => `# ${heading}\n_${instruction}_\n`).join('\n');
}
