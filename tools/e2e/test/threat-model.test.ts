import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/security.md`, 'utf8');

/** Lines of the tables about threats: they end in a test's file and its title. */
const lines = page
  .split('\n')
  .filter((line) => /^\| .* \| .* \| .* \|$/.test(line) && !line.startsWith('| What '));

describe('docs/security.md', () => {
  it('has many lines, each with a test', () => {
    expect(lines.length).toBeGreaterThan(25);
    for (const line of lines) expect(line).toMatch(/\| `[\w./-]+\.test\.ts` · .+ \|$/);
  });

  it.each(lines.map((line) => /`([\w./-]+\.test\.ts)` · (.+) \|$/.exec(line)!.slice(1)))(
    '%s has the test “%s”',
    (file, title) => {
      const source = readFileSync(`${root}${file}`, 'utf8');
      const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``];
      expect(quoted.some((text) => source.includes(text))).toBe(true);
    },
  );
});
