/** A day of the calendar; months count from 0. */
export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface RelativeDate {
  readonly pattern: RegExp;
  /** What the words mean, such as `2026-12-03`; undefined when they are no date after all. */
  resolve(match: RegExpExecArray, today: Moment): string | undefined;
}

const weekdayNames: readonly (readonly string[])[] = [
  ['sunday', 'sonntag', '日', '天'],
  ['monday', 'montag', '一', '月'],
  ['tuesday', 'dienstag', '二', '火'],
  ['wednesday', 'mittwoch', '三', '水'],
  ['thursday', 'donnerstag', '四', '木'],
  ['friday', 'freitag', '五', '金'],
  ['saturday', 'samstag', 'sonnabend', '六', '土'],
];
const english = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
const german = 'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag';

const dayWords: Readonly<Record<string, number>> = {
  'day before yesterday': -2,
  yesterday: -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
  'day after tomorrow': 2,
  vorgestern: -2,
  gestern: -1,
  heute: 0,
  morgen: 1,
  übermorgen: 2,
  前天: -2,
  昨天: -1,
  今天: 0,
  明天: 1,
  后天: 2,
  後天: 2,
  一昨日: -2,
  昨日: -1,
  今日: 0,
  明日: 1,
  明後日: 2,
  어제: -1,
  오늘: 0,
  내일: 1,
  모레: 2,
};
const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  ein: 1,
  einem: 1,
  einer: 1,
  eine: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};
const numberWord = '\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten';
const zahlwort = '\\d{1,3}|eine?[mr]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn';

/** The longer words come first: they hold the shorter. */
export const relativeDates: readonly RelativeDate[] = [
  {
    pattern:
      /\b(?:the )?(day before yesterday|day after tomorrow)\b|(?<!['’\w-])\b(today|tonight|tomorrow|yesterday)\b(?!['’]s)/gi,
    resolve: (match, today) => dayFrom(today, dayWords[(match[1] ?? match[2] ?? '').toLowerCase()]),
  },
  {
    pattern: new RegExp(`\\b(next|last|this|coming|upcoming) (${english})\\b`, 'gi'),
    resolve: (match, today) => weekday(match[1], match[2], today),
  },
  {
    pattern: /\b(next|last|this|coming|upcoming) (week|month|quarter|year)\b/gi,
    resolve: (match, today) => period(match[1], match[2], today),
  },
  {
    pattern: new RegExp(`\\b(?:in|within) (${numberWord}) (days?|weeks?|months?)\\b`, 'gi'),
    resolve: (match, today) => after(match[1], match[2], today, 1),
  },
  {
    pattern: new RegExp(`\\b(${numberWord}) (days?|weeks?|months?) ago\\b`, 'gi'),
    resolve: (match, today) => after(match[1], match[2], today, -1),
  },
  {
    pattern:
      /(?<![\wäöüß-])(übermorgen|vorgestern|gestern|heute|(?<!am |guten |jeden |Am )morgen)(?![\wäöüß-])/g,
    resolve: (match, today) => dayFrom(today, dayWords[match[1] ?? '']),
  },
  {
    pattern: new RegExp(
      `(?<![\\wäöüß])(nächste[nrms]?|kommende[nrms]?|letzte[nrms]?|vorige[nrms]?|diese[nrms]?) (${german}|woche|monat|quartal|jahr)(?![\\wäöüß])`,
      'gi',
    ),
    resolve: (match, today) => relativeGerman(match[1] ?? '', match[2] ?? '', today),
  },
  {
    pattern: new RegExp(
      `(?<![\\wäöüß])(in|vor) (${zahlwort}) (Tage?n?|Wochen?|Monate?n?)(?![\\wäöüß])`,
      'gi',
    ),
    resolve: (match, today) =>
      after(match[2], match[3], today, /^in$/i.test(match[1] ?? '') ? 1 : -1),
  },
  {
    pattern:
      /(前天|昨天|今天|明天|后天|後天|一昨日|昨日|明後日|明日)|(?<![가-힣])(어제|오늘|내일|모레)/g,
    resolve: (match, today) => dayFrom(today, dayWords[match[1] ?? match[2] ?? '']),
  },
  {
    pattern: /(下|上|本|这|這)(?:个|個)?(?:周|星期|礼拜|禮拜|週)([一二三四五六日天])/g,
    resolve: (match, today) => weekInChinese(match[1] ?? '', match[2] ?? '', today),
  },
  {
    pattern:
      /(下|上|本|这|這)(?:个|個)?(周|星期|礼拜|禮拜|週|月|季度)(?![一二三四五六日天末])|(来|先|今)(週|月)(?![曜])/g,
    resolve: (match, today) => {
      const sign = /[下来]/.test(match[1] ?? match[3] ?? '')
        ? 'next'
        : /[上先]/.test(match[1] ?? match[3] ?? '')
          ? 'last'
          : 'this';
      const unit = match[2] ?? match[4] ?? '';
      return period(sign, unit === '月' ? 'month' : unit === '季度' ? 'quarter' : 'week', today);
    },
  },
  {
    pattern:
      /(\d{1,3}|[一二两兩三四五六七八九十]) ?(天|日|周|週間|个月|個月|か月|ヶ月)(?:之)?(后|後|前)/g,
    resolve: (match, today) => after(match[1], match[2], today, match[3] === '前' ? -1 : 1),
  },
];

function dayFrom(today: Moment, days: number | undefined): string | undefined {
  return days === undefined
    ? undefined
    : dateOf(new Date(today.year, today.month, today.day + days));
}

function dateOf(date: Date): string {
  return `${monthOf(date)}-${pad(date.getDate())}`;
}

function monthOf(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function weekdayIndex(name: string): number {
  return weekdayNames.findIndex((names) => names.includes(name.toLowerCase()));
}

/** Some mean by "next Thursday" the coming one, some the one of the next week: both are offered. */
function weekday(word = '', name = '', today: Moment): string | undefined {
  const wanted = weekdayIndex(name);
  const current = new Date(today.year, today.month, today.day).getDay();
  if (wanted < 0) return undefined;
  if (/^last$/i.test(word)) return dayFrom(today, -((current - wanted + 7) % 7 || 7));
  const coming = (wanted - current + 7) % 7 || 7;
  const ofNextWeek = 7 - ((current + 6) % 7) + ((wanted + 6) % 7);
  if (!/^next$/i.test(word) || ofNextWeek === coming) return dayFrom(today, coming);
  return `${dayFrom(today, coming)}, or ${dayFrom(today, ofNextWeek)} if that of the next week is meant`;
}

function period(word = '', unit = '', today: Moment): string | undefined {
  const step = /^last$/i.test(word) ? -1 : /^this$/i.test(word) ? 0 : 1;
  switch (unit.toLowerCase()) {
    case 'week':
      return `the week from ${dayFrom(today, 7 * step - mondayOffset(today))}`;
    case 'month':
      return monthOf(new Date(today.year, today.month + step, 1));
    case 'quarter':
      return `the quarter from ${monthOf(new Date(today.year, 3 * (Math.floor(today.month / 3) + step), 1))}`;
    case 'year':
      return String(today.year + step);
    default:
      return undefined;
  }
}

function mondayOffset({ year, month, day }: Moment): number {
  return (new Date(year, month, day).getDay() + 6) % 7;
}

function after(count = '', unit = '', today: Moment, sign: 1 | -1): string | undefined {
  const number = /^\d+$/.test(count) ? Number(count) : numbers[count.toLowerCase()];
  if (number === undefined) return undefined;
  if (/^(?:months?|monat|个月|個月|か月|ヶ月)/i.test(unit)) {
    return monthOf(new Date(today.year, today.month + sign * number, 1));
  }
  const days = /^(?:weeks?|woche|周|週間)/i.test(unit) ? 7 : 1;
  return dayFrom(today, sign * number * days);
}

function relativeGerman(word: string, what: string, today: Moment): string | undefined {
  const sign = /^(?:letzte|vorige)/i.test(word)
    ? 'last'
    : /^diese/i.test(word)
      ? 'this'
      : /^nächste/i.test(word)
        ? 'next'
        : 'coming';
  const units: Record<string, string> = {
    woche: 'week',
    monat: 'month',
    quartal: 'quarter',
    jahr: 'year',
  };
  const unit = units[what.toLowerCase()];
  return unit ? period(sign, unit, today) : weekday(sign, what, today);
}

/** There the word says which week is meant. */
function weekInChinese(word: string, day: string, today: Moment): string | undefined {
  const week = word === '下' ? 1 : word === '上' ? -1 : 0;
  const wanted = (weekdayIndex(day) + 6) % 7;
  return dayFrom(today, 7 * week - mondayOffset(today) + wanted);
}
