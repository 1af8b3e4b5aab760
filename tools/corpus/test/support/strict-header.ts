import { parse } from 'yaml';

/** The lines between the fences of a file. */
export function headerText(file: string): string {
  const lines = file.split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) throw new Error('the file has no closed header');
  return lines.slice(1, end).join('\n');
}

/** The header as a YAML 1.2 parser without leniency reads it. */
export function strictHeader(file: string): Record<string, unknown> {
  return parse(headerText(file), { strict: true, version: '1.2' }) as Record<string, unknown>;
}
