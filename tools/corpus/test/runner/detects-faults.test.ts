import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtures } from '../support/open-directory.js';
import { badProgram, runRunner } from '../support/run-runner.js';

/** What is done wrong, in which case it shows, and a word of the fault that must be told. */
const faults: [kind: string, inCase: string, told: RegExp][] = [
  ['sorts the index', 'h14-index-with-sections-and-prose', /G4/],
  ['renders hooks anew', 'h14-index-with-sections-and-prose', /G4/],
  ['touches another file', 'h14-index-with-sections-and-prose', /G3/],
  ['deletes another file on rebuild', 'h14-index-with-sections-and-prose', /G3/],
  ['drops the mark', 'h10-crlf-and-bom', /mark/],
  ['writes LF', 'h10-crlf-and-bom', /line ends/],
  ['drops unknown keys', 'h11-custom-keys-and-lists', /G5/],
  ['flattens the header', 'h01-current-nested-metadata', /G5/],
  ['writes outside', 'h14-index-with-sections-and-prose', /G6/],
  ['leaves a temp file', 'h23-other-tools-files', /G3/],
  ['writes after a refusal', 'h14-index-with-sections-and-prose', /G7/],
  ['stack trace', 'h14-index-with-sections-and-prose', /stack/],
  ['deletes nothing', 'h14-index-with-sections-and-prose', /deleted files/],
  ['touches times on reading', 'h14-index-with-sections-and-prose', /G1.*time changed/],
  ['makes a cache on reading', 'h14-index-with-sections-and-prose', /G1.*created \.cache/],
  ['hides an entry', 'h14-index-with-sections-and-prose', /list/],
  ['lists another file', 'h23-other-tools-files', /no such memories/],
  ['cuts descriptions at a sign', 'h05-hash-in-plain-scalar', /description/],
  ['cuts bodies', 'h14-index-with-sections-and-prose', /body/],
  ['finds nothing', 'h01-current-nested-metadata', /results/],
  ['keeps quiet', 'h18-dangling-unindexed-duplicate', /warning/],
  ['gives false alarms', 'h14-index-with-sections-and-prose', /no warning/],
  ['counts wrong', 'h20-index-over-25kb-in-bytes', /bytes/],
  ['warns of nothing on saving', 'h20-index-over-25kb-in-bytes', /warning/],
  ['gives long contexts', 'h19-index-over-200-lines', /length of the context/],
  ['says nothing in JSON', 'h14-index-with-sections-and-prose', /G2/],
  ['fails for the directory', 'h14-index-with-sections-and-prose', /G2/],
];

describe('a program that', () => {
  test.each(faults)('%s fails %s', async (kind, inCase, told) => {
    const program = badProgram(kind);
    const { exitCode, lines } = await runRunner(join(fixtures, inCase), { program });
    expect(lines.join('\n')).toMatch(told);
    expect(lines[0]).toMatch(new RegExp(`^FAIL ${inCase}: `));
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
    expect(exitCode).toBe(1);
  });

  test('does nothing wrong passes through the same wrapper', async () => {
    const program = badProgram('none');
    const { exitCode, lines } = await runRunner(
      join(fixtures, 'h14-index-with-sections-and-prose'),
      {
        program,
      },
    );
    expect(lines).toEqual(['ok h14-index-with-sections-and-prose', '1 passed, 0 failed']);
    expect(exitCode).toBe(0);
  });
});
