const daily = /^logs\/(\d{4})\/(\d{2})\/(\d{4}-\d{2}-\d{2})\.md$/;
const byConversation = /^logs\/(\d{4})\/(\d{2})\/(\d{2})\/[^/]+\.md$/;

/**
 * The day a log is of, `YYYY-MM-DD`, in both layouts (`logs/2026/03/2026-03-05.md` and
 * `logs/2026/03/05/<id>-<title>.md`); undefined for what is no log.
 */
export function logDay(path: string): string | undefined {
  if (!path.startsWith('logs/')) return undefined;
  const one = daily.exec(path);
  if (one) return one[3]?.startsWith(`${one[1]}-${one[2]}-`) ? one[3] : undefined;
  const other = byConversation.exec(path);
  return other ? `${other[1]}-${other[2]}-${other[3]}` : undefined;
}
