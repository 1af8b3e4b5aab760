import type { SaveResult } from '@mem/core';
import type { Outcome, Written } from '../command.js';
import { recordedLine } from '../history/recorded.js';
import { styled } from '../terminal/page.js';
import { entryJson, problemJson, warningNotes } from '../view.js';

/** What `save`, `update` and `rename` print: what was done to which file. */
export function saveOutcome(done: Written<SaveResult>, verb: string): Outcome {
  const { directory, result, history } = done;
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
      history,
    },
    page: [
      changed.length === 0 ? 'Already so: ' : `${verb} `,
      styled('bold', entry.name),
      ' in ',
      styled('dim', entry.path),
      '\n',
      ...recordedLine(history),
    ],
    notes: warningNotes(warnings),
  };
}
