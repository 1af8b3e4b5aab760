import type { Place, RuleFacts } from '../hit.js';
import { linesOf } from '../lines-of.js';
import { type Moment, type RelativeDate, relativeDates } from '../relative-date-words.js';

/** "Next Thursday" means another day to whoever reads it later. */
export const relativeDate: RuleFacts = {
  id: 'relative-date',
  group: 'relative-date',
  action: 'warn',
  title: 'a date that only holds as seen from today',
};

/** Something of every pattern, so that most lines need one look. */
const anyWord =
  /day|tonight|tomorrow|week|month|quarter|year|gestern|heute|morgen|tag|woche|monat|quartal|jahr|mittwoch|sonnabend|[天日周月週后後前]|星期|礼拜|禮拜|季度|어제|오늘|내일|모레/i;

const isoDate = /\b\d{4}-\d{2}-\d{2}\b|\d{4} ?年/;

/** Relative dates with what they mean now; lines that give a date already are left alone. */
export function* findRelativeDates(text: string, now: Date): Iterable<Place> {
  if (!anyWord.test(text)) return;
  for (const line of linesOf(text)) {
    if (!anyWord.test(line.text) || isoDate.test(line.text)) continue;
    for (const { pattern, resolve } of relativeDates) {
      for (const match of line.text.matchAll(pattern)) {
        const date = resolve(match, momentOf(now));
        if (date === undefined) continue;
        const start = line.start + match.index;
        yield { start, end: start + match[0].length, fix: fixOf(date) };
      }
    }
  }
}

function fixOf(date: string): string {
  return `Write the date: ${date}.`;
}

function momentOf(now: Date): Moment {
  return { year: now.getFullYear(), month: now.getMonth(), day: now.getDate() };
}

export type { RelativeDate };
