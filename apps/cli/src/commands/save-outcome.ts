import type { SaveResult } from '@mem/core';
import type { Outcome, Written } from '../command.js';
import { recordedLine } from '../history/recorded.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { entryJson, problemJson, warningNotes } from '../view.js';

/** What `save`, `update` and `rename` print: what was done to which file. */
export function saveOutcome(done: Written<SaveResult>, verb: string): Outcome {
  const { directory, result, history } = done;
  const { entry, created, changed, index, similar } = result;
  const warnings = [...result.warnings, ...done.warnings];
  return {
    json: {
      directory,
      entry: entryJson(entry),
      created,
      changed,
      index: { lines: index.lines, bytes: index.bytes },
      warnings: warnings.map(problemJson),
      similar: similar.map(({ path, name, score }) => ({ path, name, score })),
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
    notes: [...warningNotes(warnings), ...similarNotes(similar)],
  };
}

/** Only told: whether they are one memory, a person can say. */
function similarNotes(similar: SaveResult['similar']): Page {
  return similar.map(
    ({ name, path, score }) =>
      `much like ${oneLine(name)} (${path}), ${Math.round(score * 100)} %: one of the two may do\n`,
  );
}
