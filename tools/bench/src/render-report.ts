import type { Goal, Report } from './benchmark.js';

/** The report as Markdown. */
export function renderReport({ title, columns, measurements, goals, notes }: Report): string {
  const figures = measurements.map(({ what, figures: row }) => [what, ...row.map(formatFigure)]);
  const parts = [
    `## ${title}\n`,
    renderTable(['', ...columns], figures),
    ...(goals.length === 0
      ? []
      : [renderTable(['goal', 'measured', 'limit', ''], goals.map(goalRow))]),
    ...notes.map((note) => `${note}\n`),
  ];
  return parts.join('\n');
}

function goalRow({ what, measured, limit, unit }: Goal): string[] {
  const verdict = measured <= limit ? 'ok' : 'over';
  return [what, `${measured.toFixed(2)} ${unit}`, `≤ ${formatLimit(limit)} ${unit}`, verdict];
}

/** Limits are given as fractions of a rival: 1/8 is easier to read than 0.125. */
function formatLimit(limit: number): string {
  return limit < 0.3 ? `1/${Math.round(1 / limit)}` : String(limit);
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rule = line(head.map((_, index) => (index === 0 ? '---' : '---:')));
  return line(head) + rule + rows.map(line).join('');
}

function formatFigure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
