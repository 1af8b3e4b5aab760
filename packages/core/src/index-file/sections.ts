import { foldName } from '../fold.js';
import type { Blocks, IndexLine } from './blocks.js';
import { isUnderline } from './line-shapes.js';

/** The lines under one heading, up to the next heading of any level. */
export interface Section {
  readonly title: string;
  /** Positions of the heading, and of the first line that is no longer part of it. */
  readonly heading: number;
  readonly end: number;
  /** Under a heading (this or one above it) that says its entries are no longer current. */
  readonly isArchive: boolean;
}

/** Longer headings are sentences; the rest of them is not looked at. */
const maxTitleLength = 200;

const archiveWords =
  /archiv|retired|deprecat|obsolete|supersed|outdated|归档|歸檔|存档|废弃|过期|アーカイブ|보관/i;

/** Sections in order; text before the first heading is in none. */
export function readSections({ lines }: Blocks): Section[] {
  const starts = [...lines.keys()].filter((at) => startsSection(lines[at]!));
  const above: { level: number; isArchive: boolean }[] = [];
  return starts.map((heading, number) => {
    const { level, title } = readHeading(lines[heading]!.text);
    while (above.length > 0 && above.at(-1)!.level >= level) above.pop();
    const isArchive = archiveWords.test(title) || (above.at(-1)?.isArchive ?? false);
    above.push({ level, isArchive });
    return { title, heading, end: starts[number + 1] ?? lines.length, isArchive };
  });
}

function startsSection(line: IndexLine): boolean {
  return line.kind === 'heading' && !isUnderline(line.text.trimStart());
}

function readHeading(text: string): { level: number; title: string } {
  const body = text.trimStart();
  let level = 0;
  while (body[level] === '#') level++;
  const title = body.slice(level, level + maxTitleLength).trim();
  return { level: Math.max(level, 1), title };
}

const headingWords: Readonly<Record<string, readonly string[]>> = {
  user: [
    ...['用户', '用戶', '使用者', 'ユーザー', 'ユーザ', '利用者', '사용자'],
    ...['benutzer', 'nutzer'],
  ],
  feedback: [
    ...['反馈', '反饋', '回饋', '意见', 'フィードバック', '피드백'],
    ...['rückmeldung', 'rückmeldungen'],
  ],
  project: [...['项目', '項目', '專案', 'プロジェクト', '프로젝트'], ...['projekt', 'projekte']],
  reference: [
    ...['参考', '參考', '参考资料', '參考資料', '参照', 'リファレンス', '참고', '참조', '참고자료'],
    ...['referenz', 'referenzen', 'verweise'],
  ],
};

/** The current sections whose headings name a type: `## Feedback`, `Projects`, `项目`, … */
export class TypeSections {
  readonly #byTitle = new Map<string, Section>();

  constructor(sections: readonly Section[]) {
    for (const section of sections) {
      const title = bareTitle(section.title);
      if (!section.isArchive && !this.#byTitle.has(title)) this.#byTitle.set(title, section);
    }
  }

  get(type: string): Section | undefined {
    const title = namesOf(type).find((name) => this.#byTitle.has(name));
    return title === undefined ? undefined : this.#byTitle.get(title);
  }
}

/** True for headings such as `## Feedback`, `Projects`, `User memories` or `项目 (2)`. */
export function namesType(title: string, type: string): boolean {
  return namesOf(type).includes(bareTitle(title));
}

function namesOf(type: string): string[] {
  const word = foldName(type);
  return [word, `${word}s`, ...(headingWords[word] ?? []).map(foldName)];
}

/** The title without emoji and signs around it, remarks in brackets, and words that say nothing. */
function bareTitle(title: string): string {
  const bare = title.slice(0, maxTitleLength).replace(/[([（【].*$/u, '');
  const words = bare.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '');
  return foldName(words.replace(/[\s_-]+(?:memory|memories|notes|entries|files)$/i, ''));
}
