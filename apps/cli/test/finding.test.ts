import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onTerminal, terminals } from './on-terminal.js';
import { Playground } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
});
afterEach(() => play.remove());

function age(file: string, days: number): void {
  const then = Date.now() / 1000 - days * 86_400;
  utimesSync(join(play.memory, file), then, then);
}

describe('search', () => {
  beforeEach(() => {
    play.entry(
      'rules.md',
      { name: 'rules', description: 'when to deploy', type: 'feedback', tags: '[ops, Release]' },
      'Deploy on Monday. Deploying on Friday is not done.\n',
    );
    play.entry('board.md', { name: 'board', description: 'deploy board', type: 'reference' });
    age('board.md', 30);
  });

  const pathsFor = (...words: string[]) => {
    const { hits = [] } = play.mem(['search', 'deploy', '--json', ...words]).json;
    return (hits as { path: string }[]).map(({ path }) => path).sort();
  };

  it('filters by tag and age', () => {
    expect(pathsFor('--tag', 'release')).toEqual(['rules.md']);
    expect(pathsFor('--since', '7d')).toEqual(['rules.md']);
    expect(pathsFor('--before', '3w')).toEqual(['board.md']);
    expect(pathsFor('--since', '2000-01-01', '--limit', '1')).toHaveLength(1);
    expect(pathsFor('--type', 'reference', '--since=1w')).toEqual([]);
  });

  it('explains scores that add up, as a table and in the document', () => {
    const { json } = play.mem(['search', 'deploy', 'monday', '--explain', '--json']);
    const [hit] = json.hits as unknown as {
      score: number;
      explanation: { term: string; score: number; occurrences: object[] }[];
    }[];
    expect(hit!.explanation.map(({ term }) => term)).toEqual(['deploy', 'monday']);
    const sum = hit!.explanation.reduce((total, part) => total + part.score, 0);
    expect(sum).toBeCloseTo(hit!.score);
    const { out } = play.mem(['search', 'deploy', 'monday', '--explain']);
    expect(out).toMatch(
      /\n +[0-9.]+ {2}deploy {2}1 × description, 1 × body, 1 × body in another form; in 2 memories\n/,
    );
    expect(out).toMatch(/\n +[0-9.]+ {2}monday {2}1 × body; in 1 memory\n +[0-9.]+ {2}total\n/);
  });

  it('says which word was found nowhere', () => {
    expect(play.mem(['search', 'deploy', 'zebra']).err).toBe('Not found anywhere: zebra\n');
  });

  it.runIf(terminals)('marks the matched words on a terminal, and only there', () => {
    const mark = '\u001b[33m';
    const out = onTerminal(play, ['search', 'monday']);
    expect(out).toContain(`on ${mark}Monday\u001b[39m. Deploying`);
    expect(onTerminal(play, ['search', 'monday'], { NO_COLOR: '1' })).not.toContain('\u001b');
    expect(play.mem(['search', 'monday']).out).not.toContain('\u001b');
  });

  it.runIf(terminals)('shows control characters inside and beside marks', () => {
    play.entry('evil.md', { name: 'evil', description: 'd' }, 'see \u001b[2J zebra \u009b2J now\n');
    const out = onTerminal(play, ['search', 'zebra']);
    expect(out).toContain('\u001b[33mzebra\u001b[39m');
    expect(out).not.toContain('\u001b[2J');
    expect(out).not.toContain('\u009b');
  });
});

describe('recall', () => {
  beforeEach(() => {
    play.write('project/src/deploy.ts', 'export const deploy = 1;\n');
    play.entry(
      'rules.md',
      { name: 'rules', description: 'when to deploy', type: 'feedback' },
      'Use `src/deploy.ts` and `src/gone.ts`. See [[board]].\n',
    );
    play.entry('board.md', { name: 'board', description: 'latency', type: 'reference' }, 'Look.\n');
    age('rules.md', 10);
  });

  it('prints bodies with notes on age', () => {
    const { code, out, err } = play.mem(['recall', 'when', 'to', 'deploy']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^rules {2}feedback {2}rules\.md\nThis memory is 10 days old: .*\n\nUse `/);
    expect(out).not.toContain('src/gone.ts.');
  });

  it('has the document that programs build on', () => {
    const { json } = play.mem(['recall', 'deploy', '--json', '--workspace', play.project]);
    expect(Object.keys(json)).toEqual(['directory', 'entries', 'selector', 'omitted', 'notes']);
    expect(json).toMatchObject({ selector: 'lexical', omitted: [], notes: [] });
    expect(json.entries).toMatchObject([
      {
        path: 'rules.md',
        name: 'rules',
        type: 'feedback',
        truncated: false,
        age: 10,
        claims: [
          { kind: 'path', text: 'src/deploy.ts', state: 'present' },
          { kind: 'path', text: 'src/gone.ts', state: 'missing' },
        ],
        notes: [/10 days old/, /Not found any more: src\/gone\.ts/].map((says) =>
          expect.stringMatching(says),
        ),
      },
    ]);
  });

  it('tests claims against the project that the directory belongs to', () => {
    play.call(['init', 'notes']);
    play.write('project/notes/rules.md', play.read('memory/rules.md'));
    expect(play.call(['recall', 'deploy']).out).toContain('Not found any more: src/gone.ts');
  });

  it('follows links, and does not show again what was shown', () => {
    expect(play.mem(['recall', 'deploy', '--links']).out).toContain(
      'board.md, linked from rules.md',
    );
    const shown = ['--shown', 'rules.md', '--shown=board.md'];
    const { code, out, err } = play.mem(['recall', 'deploy', '--links', ...shown]);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: '',
      err: 'Nothing relevant for "deploy".\n',
    });
  });

  it('leaves out notes on how to use the tools in use', () => {
    play.entry(
      'kubectl.md',
      { name: 'kubectl usage', description: 'kubectl deploy usage', type: 'reference' },
      'Usage of kubectl.\n',
    );
    const paths = (...words: string[]) =>
      play.mem(['recall', 'kubectl deploy', '--json', ...words]).json.entries as unknown as {
        path: string;
      }[];
    expect(paths().map(({ path }) => path)).toContain('kubectl.md');
    expect(paths('--tool', 'kubectl').map(({ path }) => path)).not.toContain('kubectl.md');
  });
});

describe('verify', () => {
  beforeEach(() => {
    play.write('project/lib/deploy.ts', 'export const deploy = 1;\n');
    play.entry(
      'rules.md',
      { name: 'rules', type: 'feedback' },
      'See `src/deploy.ts`, `gone.ts`.\n',
    );
    play.entry('plain.md', { name: 'plain', type: 'user' }, 'Claims nothing.\n');
    play.entry('good.md', { name: 'good', type: 'user' }, 'See `lib/deploy.ts`.\n');
  });

  const inProject = ['--workspace', '.'];

  it('says of each claim how it stands, and exits with 1 when one is broken', () => {
    const { code, out, err } = play.mem(['verify', ...inProject]);
    expect({ code, err }).toEqual({
      code: 1,
      err: '1 present, 1 missing, 1 moved, 0 that cannot be told.\n',
    });
    expect(out).toBe(
      [
        'good  good.md',
        '  present  path    lib/deploy.ts',
        'rules  rules.md',
        '  moved    path    src/deploy.ts → lib/deploy.ts',
        '  missing  path    gone.ts',
        '',
      ].join('\n'),
    );
  });

  it('takes one memory, and exits with 0 when all holds', () => {
    expect(play.mem(['verify', 'good', ...inProject]).code).toBe(0);
    const { json } = play.mem(['verify', 'rules', '--json', ...inProject]);
    expect(json).toEqual({
      directory: play.memory,
      workspace: play.project,
      entries: [
        {
          path: 'rules.md',
          name: 'rules',
          claims: [
            { kind: 'path', text: 'src/deploy.ts', state: 'moved', movedTo: 'lib/deploy.ts' },
            { kind: 'path', text: 'gone.ts', state: 'missing' },
          ],
        },
      ],
      counts: { present: 0, missing: 1, moved: 1, unknown: 0 },
    });
  });

  it('takes nothing that stands in the memories themselves for proof', () => {
    const nested = play.folder('project/memory');
    play.write('project/memory/a.md', 'See `memory/gone.md` and `frobnicateAll()`.\n');
    play.write('project/package.json', '{}');
    const { json } = play.mem(['verify', '--json', '--dir', nested, ...inProject]);
    const claims = (json.entries as unknown as { claims: { state: string }[] }[])[0]!.claims;
    expect(claims.map(({ state }) => state)).not.toContain('present');
  });

  it('asks for the project where none is known', () => {
    const { code, err } = play.mem(['verify']);
    expect(code).toBe(2);
    expect(err).toMatch(/not known which project.*--workspace/);
  });
});

describe('context', () => {
  beforeEach(() => {
    for (const name of ['one', 'two', 'three']) {
      play.entry(`${name}.md`, { name, description: 'd', type: 'user' }, `${'word '.repeat(60)}\n`);
    }
    play.write('memory/MEMORY.md', '- [one](one.md) — by hand\n');
  });

  it('keeps within a number of tokens', () => {
    const { json } = play.mem(['context', '--json', '--max-tokens', '200']);
    expect(json.tokens).toBeLessThanOrEqual(200);
    expect(json.included!).not.toHaveLength(0);
    expect(json.omitted!).not.toHaveLength(0);
  });

  it('has three formats', () => {
    expect(play.mem(['context']).out).toContain('## one [user]');
    expect(play.mem(['context', '--format', 'xml']).out).toContain('<memory name="one"');
    expect(play.mem(['context', '--format', 'index']).out).toContain('[one](one.md) — by hand');
    const { code, err } = play.mem(['context', '--format', 'html']);
    expect(code).toBe(2);
    expect(err).toContain('markdown, xml, index');
  });

  it('puts the instructions first, and counts them', () => {
    const plain = play.mem(['context', '--json']).json;
    const { json, out } = play.mem(['context', '--json', '--instructions']);
    expect(out).toContain('The four types');
    expect(String(json.text).endsWith(`\n${plain.text}`)).toBe(true);
    expect(Number(json.tokens)).toBeGreaterThan(Number(plain.tokens) + 300);
  });
});

describe('status', () => {
  it('counts and names what needs a look', () => {
    play.entry('a.md', { name: 'a', description: 'd', type: 'user' }, 'One two three four.\n');
    play.entry('b.md', { name: 'b', description: 'd', type: 'user' }, 'See `src/gone.ts`.\n');
    play.write('memory/plain.md', 'No header.\n');
    age('a.md', 100);
    const lines = Array.from({ length: 170 }, (_, line) => `- text ${line}\n`);
    play.write('memory/MEMORY.md', `- [a](a.md)\n- [b](b.md)\n- [p](plain.md)\n${lines.join('')}`);
    const { code, out } = play.mem(['status']);
    expect(code).toBe(0);
    expect(out).toMatch(/^3 memories: 2 user, 1 without a type\n/);
    expect(out).toContain('index   173 of 200 lines, 1,800 of 25,000 bytes: nearly full, about ');
    expect(out).toContain('1 not changed for 90 days: a\n');
    expect(out).not.toContain('drift');
    const { json } = play.mem(['status', '--json', '--stale', '120', '--verify', '--workspace=.']);
    expect(json).toMatchObject({
      directory: play.memory,
      entries: 3,
      types: [
        { type: 'user', entries: 2 },
        { type: null, entries: 1 },
      ],
      index: { lines: 173, maxLines: 200, bytes: 1800, maxBytes: 25000, isNearLimit: true },
      staleAfter: 120,
      stale: [],
      drifted: [{ path: 'b.md', name: 'b', claims: [{ text: 'src/gone.ts', state: 'missing' }] }],
    });
    expect(Object.keys(json)).toEqual([
      'directory',
      'entries',
      'types',
      'tokens',
      'index',
      'staleAfter',
      'stale',
      'drifted',
      'problems',
      'pending',
    ]);
    expect(json.tokens).toMatchObject({ index: expect.any(Number), bodies: expect.any(Number) });
  });

  it('is about an empty directory, too', () => {
    expect(play.mem(['status']).out).toMatch(/^0 memories\n/);
  });
});
