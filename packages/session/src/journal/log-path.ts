import { type StoragePath, storagePath } from '@mem/core';

/** Below it are logs, which are no memories: no list, search or recall sees them. */
export const logFolder = storagePath('logs');

/** `logs/YYYY/MM/YYYY-MM-DD.md` */
export function logPath(date: string): StoragePath {
  const [year, month] = date.split('-');
  // Of digits and hyphens: nothing to check.
  return `${logFolder}/${year}/${month}/${date}.md` as StoragePath;
}

export interface LogName {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Of the conversation it tells of, in the layout with a file each. */
  readonly id?: string;
  readonly title?: string;
}

const dayFile = /^logs\/(\d{4})\/(\d\d)\/(\d{4}-\d\d-\d\d)\.md$/;
const conversationFile = /^logs\/(\d{4})\/(\d\d)\/(\d\d)\/([^/]+)\.md$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** What the path says, of a file of either layout; undefined for every other one. */
export function parseLogPath(path: StoragePath): LogName | undefined {
  const day = dayFile.exec(path);
  if (day) {
    const [, year, month, date] = day;
    return date?.startsWith(`${year}-${month}-`) && isDate(date) ? { date } : undefined;
  }
  const conversation = conversationFile.exec(path);
  if (!conversation) return undefined;
  const [, year, month, dayOfMonth, name = ''] = conversation;
  const date = `${year}-${month}-${dayOfMonth}`;
  return isDate(date) ? { date, ...splitName(name) } : undefined;
}

/** `<id>-<title>`: an id of its own may hold hyphens only where it is a UUID. */
function splitName(name: string): Pick<LogName, 'id' | 'title'> {
  const id = uuid.exec(name)?.[0] ?? name.split('-', 1)[0] ?? '';
  const title = name.slice(id.length).replace(/^-/, '');
  return { id, ...(title === '' ? {} : { title }) };
}

/** True for a day of the calendar: 2026-02-30 is none. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
