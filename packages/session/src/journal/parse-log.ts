export interface LogBullet {
  /** Where it begins in the file, counted from 1. */
  readonly line: number;
  /** `HH:MM` or `HH:MM:SS` as the log says it, where it does. */
  readonly time?: string;
  /** `+HH:MM`, where the log says it. */
  readonly offset?: string;
  /** Without the mark, the time and the indentation of further lines. */
  readonly text: string;
}

/** As we write it; what follows is the text, whatever it begins with. */
const ownMark = /^(\d\d:\d\d:\d\d)([+-]\d\d:\d\d) /;
/** A time at the start of a bullet, in the ways people and programs write it. */
const timeMark =
  /^(?:\[|\*\*)?(?:\d{4}-\d\d-\d\d[T ])?(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?(?:\]|\*\*)?(?: ?[—–:-])? +/;

/** The bullets at the left edge; lines that are indented below one, or blank between, belong to it. */
export function parseLog(text: string): LogBullet[] {
  const bullets: { line: number; lines: string[] }[] = [];
  let isInside = false;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const start = /^[-*+] +/.exec(line);
    if (start) {
      bullets.push({ line: index + 1, lines: [line.slice(start[0].length)] });
      isInside = true;
    } else if (isInside && (line.trim() === '' || /^\s/.test(line))) {
      bullets.at(-1)?.lines.push(line.replace(/^(?: {2}|\t)/, ''));
    } else isInside = false;
  }
  return bullets.map(({ line, lines }) => ({ line, ...parseBullet(lines.join('\n').trimEnd()) }));
}

function parseBullet(text: string): Omit<LogBullet, 'line'> {
  const mark = ownMark.exec(text) ?? timeMark.exec(text);
  if (!mark) return { text };
  const [whole, time, zone] = mark;
  const offset = zone === 'Z' ? '+00:00' : zone;
  return {
    ...(time === undefined ? {} : { time }),
    ...(offset === undefined ? {} : { offset }),
    text: text.slice(whole.length),
  };
}
