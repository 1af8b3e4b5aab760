import type { SaveResult } from '@mem/core';
import type { InDirectory, Outcome } from '../command.js';
import { styled } from '../terminal/page.js';
import { entryJson, problemJson, warningNotes } from '../view.js';

/** What `save`, `update` and `rename` print: what was done to which file. */
export function saveOutcome(done: InDirectory<SaveResult>, verb: string): Outcome {
  const { directory, result } = done;
  const { entry, created, changed, index } = result;
  const warnings = [...result.warnings, ...done.warnings];
  return {
    json: {
      directory,
      entry: entryJson(entry),
      created,
      changed,
      index: { lines: index.lines, bytes: index.bytes },
      warnings: warnings.map(problemJson),
    },
    page: [
      changed.length === 0 ? 'Already so: ' : `${verb} `,
      styled('bold', entry.name),
      ' in ',
      styled('dim', entry.path),
      '\n',
    ],
    notes: warningNotes(warnings),
  };
}
