import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCase, runRunner, temporaryFolder } from '../support/run-runner.js';

const note = '---\nname: one\ndescription: first\ntype: user\n---\n\nBody.\n';
const index = '# Memory\n\n- [One](one.md) — first\n';
const files = { 'one.md': note, 'MEMORY.md': index };

async function verdict(expected: unknown, given: Record<string, string> = files) {
  const { lines } = await runRunner(makeCase(expected, given));
  return lines.slice(0, -1).join('\n');
}

describe('what cannot be judged fails', () => {
  test.each([
    ['a key', { surprise: true }, /surprise/],
    ['a key of an entry', { entries: [{ file: 'one.md', colour: 'red' }] }, /colour/],
    ['an operation', { ops: [{ do: 'dance', expect: {} }] }, /ops\.0\.do/],
    ['an expectation', { ops: [{ do: 'lint', expect: { mood: 'good' } }] }, /mood/],
    ['an argument', { ops: [{ do: 'search', args: { query: 'a', fuzz: 2 } }] }, /fuzz/],
    ['a preparation in words', { setup: 'turn the disk upside down' }, /setup/],
    ['a folder without its JSON', 'nonsense', /cannot be judged/],
  ])('%s', async (_what, expected, told) => {
    expect(await verdict(expected)).toMatch(/^FAIL c01-made: /);
    expect(await verdict(expected)).toMatch(told);
  });

  test('a folder without cases', async () => {
    const { exitCode } = await runRunner(temporaryFolder());
    expect(exitCode).toBe(2);
  });
});

describe('parts of the format that the fixtures do not use', () => {
  test('text in parts, and one of several kinds', async () => {
    const expected = {
      ops: [
        {
          do: 'save',
          args: {
            name: 'two',
            descriptionParts: ['sec', 'ond'],
            type: 'user',
            bodyParts: ['x', 'y'],
          },
          expect: { outcome: 'ok', created: 1, index: { addedLines: 1 } },
        },
      ],
      warnings: [{ kindAnyOf: ['index-dangling', 'index-unindexed'], optional: true }],
    };
    expect(await verdict(expected)).toBe('ok c01-made');
  });

  test('a warning that must come fails when it does not', async () => {
    const expected = { warnings: [{ kindAnyOf: ['index-dangling', 'symlink'] }] };
    expect(await verdict(expected)).toMatch(/^FAIL .*index-dangling/);
  });

  test('a link that git could not keep', async () => {
    const expected = {
      setup: ['ln -s one.md linked.md'],
      entries: [{ file: 'one.md', name: 'one' }],
      entriesComplete: true,
      warnings: [{ kind: 'symlink', file: 'linked.md' }],
    };
    expect(await verdict(expected)).toBe('ok c01-made');
  });

  test('saves at once in separate processes', async () => {
    const saves = ['a', 'b', 'c'].map((name) => ({
      name,
      description: `note ${name}`,
      type: 'project',
      body: name,
    }));
    const op = (addedLines: number) => ({
      ops: [
        {
          do: 'parallel',
          args: { saves },
          expect: { outcome: 'ok', created: 3, index: { keepsAllLines: true, addedLines } },
        },
      ],
    });
    expect(await verdict(op(3))).toBe('ok c01-made');
    expect(await verdict(op(4))).toMatch(/^FAIL .*added lines/);
  });

  test('a write by another program between two calls', async () => {
    const op = (word: string) => ({
      ops: [
        {
          do: 'external',
          args: {
            file: 'new.md',
            content: '---\nname: new\n---\n\nfrom elsewhere\n',
            after: { do: 'search', args: { query: word } },
          },
          expect: { results: { mustInclude: ['new.md'] } },
        },
      ],
    });
    expect(await verdict(op('elsewhere'))).toBe('ok c01-made');
    expect(await verdict(op('nowhere'))).toMatch(/^FAIL .*results/);
  });

  test('a check as an operation', async () => {
    const expected = {
      ops: [{ do: 'lint', expect: { warnings: [{ kind: 'index-unindexed', file: 'two.md' }] } }],
    };
    const two = note.replace('one', 'two');
    expect(await verdict(expected, { ...files, 'two.md': two })).toBe('ok c01-made');
    expect(await verdict(expected)).toMatch(/^FAIL/);
  });
});

test('a case folder by itself, and a folder of cases', async () => {
  const folder = temporaryFolder();
  for (const name of ['a-good', 'b-bad']) {
    mkdirSync(join(folder, name, 'memory'), { recursive: true });
    writeFileSync(join(folder, name, 'memory', 'one.md'), note);
    const entries = [{ file: 'one.md', name: name === 'a-good' ? 'one' : 'two' }];
    writeFileSync(join(folder, name, 'expect.json'), JSON.stringify({ entries }));
  }
  const all = await runRunner(folder);
  expect(all.lines[0]).toBe('ok a-good');
  expect(all.lines[1]).toBe('FAIL b-bad: one.md: name, expected "two", got "one"');
  expect(all.lines[2]).toBe('1 passed, 1 failed');
  expect((await runRunner(join(folder, 'a-good'))).lines.at(-1)).toBe('1 passed, 0 failed');
});

test('properties in words are listed on demand and never judged', async () => {
  const folder = makeCase({ ops: [{ do: 'lint', expect: { property: 'all is well' } }] }, files);
  const { lines } = await runRunner(folder, { verbose: true });
  expect(lines).toContain('     prose: op 1 lint: all is well');
});
