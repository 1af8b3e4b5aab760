export interface DateReference {
  readonly text: string;
  /** The end of that day (UTC), in milliseconds since 1970. */
  readonly endsAt: number;
  /**
   * What the words before it say: that something ends then (`until`), that it may be still to come
   * (`on`, `by`), or nothing.
   */
  readonly tone: 'end' | 'plan' | 'none';
}

/** Full dates in a text: `2026-03-05`, `March 5, 2026`, `5 March 2026`, `2026年3月5日`. */
export function readDateReferences(text: string): DateReference[] {
  const references: DateReference[] = [];
  for (const match of text.matchAll(dates)) {
    const [written, y1, m1, d1, monthFirst, d2, y2, d3, monthLast, y3, y4, m4, d4] = match;
    const year = Number(y1 ?? y2 ?? y3 ?? y4);
    const named = (monthFirst ?? monthLast)?.slice(0, 3).toLowerCase();
    const month = named === undefined ? Number(m1 ?? m4) : months.indexOf(named) + 1;
    const day = Number(d1 ?? d2 ?? d3 ?? d4);
    const start = Date.UTC(year, month - 1, day);
    if (new Date(start).getUTCDate() !== day || month < 1 || month > 12) continue;
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    references.push({ text: written, endsAt: start + 86_400_000, tone: toneOf(before) });
  }
  return references;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const dates = new RegExp(
  [
    '(?<![\\w/.-])(\\d{4})-(\\d{2})-(\\d{2})(?:T\\d{2}:\\d{2}(?:[\\d:.]{0,10}\\d)?(?:Z|[+-]\\d{2}:?\\d{2})?)?(?![\\w/-]|\\.\\w)',
    `(?<!\\w)${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`,
    `(?<![\\w.-])(\\d{1,2})(?:st|nd|rd|th|\\.)? ${month},? (\\d{4})(?!\\d)`,
    '(?<!\\d)(\\d{4}) ?年 ?(\\d{1,2}) ?月 ?(\\d{1,2}) ?日',
  ].join('|'),
  'gi',
);

function toneOf(before: string): DateReference['tone'] {
  if (endWords.test(before)) return 'end';
  return planWords.test(before) ? 'plan' : 'none';
}

const endWords =
  /(?:\b(?:until|till|due|deadline|expires?|expiry|freeze|frozen|valid)\b[^.\n]{0,20}|(?:截止|截至|直到|到期|まで|까지|\bbis\b)[^.\n]{0,8})$/i;
const planWords =
  /\b(?:by|before|from|on|starts?|starting|ships?|planned|scheduled|launch(?:es)?|ends?)[\s:]{1,3}(?:(?:on|for|by)\s)?$/i;
