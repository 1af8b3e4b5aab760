import { foldName } from '../fold.js';
import type { Blocks } from './blocks.js';

/** The lines under one heading, up to the next heading of any level. */
export interface Section {
  readonly title: string;
  /** Positions of the heading, and of the first line that is no longer part of it. */
  readonly heading: number;
  readonly end: number;
  /** Under a heading (this or one above it) that says its entries are no longer current. */
  readonly isArchive: boolean;
}

const archiveWords =
  /archiv|retired|deprecat|obsolete|supersed|outdated|归档|歸檔|存档|废弃|过期|アーカイブ|보관/i;

/** Sections in order; text before the first heading is in none. */
export function readSections({ lines }: Blocks): Section[] {
  const sections: Section[] = [];
  const above: { level: number; isArchive: boolean }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.kind !== 'heading' || isUnderlineOnly(line.text)) continue;
    const level = /^\s*(#{1,6})/.exec(line.text)?.[1]!.length ?? 1;
    while (above.length > 0 && above.at(-1)!.level >= level) above.pop();
    const title = line.text.replace(/^\s*#{0,6}\s*/, '').replace(/\s+#*\s*$/, '');
    const isArchive = archiveWords.test(title) || (above.at(-1)?.isArchive ?? false);
    above.push({ level, isArchive });
    let end = at + 1;
    while (end < lines.length && !startsHeading(lines[end]!)) end++;
    sections.push({ title, heading: at, end, isArchive });
    at = end - 1;
  }
  return sections;
}

function startsHeading(line: { readonly kind: string; readonly text: string }): boolean {
  return line.kind === 'heading' && !isUnderlineOnly(line.text);
}

function isUnderlineOnly(text: string): boolean {
  return /^\s*(?:=+|-+)\s*$/.test(text);
}

const headingWords: Readonly<Record<string, readonly string[]>> = {
  user: ['用户', '用戶', '使用者', 'ユーザー', 'ユーザ', '利用者', '사용자', 'benutzer', 'nutzer'],
  feedback: [
    '反馈',
    '反饋',
    '回饋',
    '意见',
    'フィードバック',
    '피드백',
    'rückmeldung',
    'rückmeldungen',
  ],
  project: ['项目', '項目', '專案', 'プロジェクト', '프로젝트', 'projekt', 'projekte'],
  reference: [
    ...['参考', '參考', '参考资料', '參考資料', '参照', 'リファレンス', '참고', '참조', '참고자료'],
    ...['referenz', 'referenzen', 'verweise'],
  ],
};

/** True for headings such as `## Feedback`, `Projects`, `User memories` or `项目`. */
export function namesType(title: string, type: string): boolean {
  const bare = title
    .replace(/[([（【].*$/u, '')
    .replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')
    .replace(/[\s_-]+(?:memory|memories|notes|entries|files)$/i, '');
  const heading = foldName(bare);
  const word = foldName(type);
  if (heading === word || heading === `${word}s`) return true;
  return headingWords[word]?.some((name) => foldName(name) === heading) ?? false;
}
