import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../drift/workspace.js';
import { type RecallOptions, recall } from './recall.js';
import { createRecallSession, maxSessionBytes } from './recall-session.js';
import type { RecallHeader, RecallSelector, RecallSource } from './recall-source.js';

const now = () => new Date('2026-11-30T12:00:00Z');

interface Note extends RecallHeader {
  readonly body: string;
}

const note = (name: string, description = '', more: Partial<Note> = {}): Note => ({
  path: `${name}.md`,
  name,
  description,
  type: 'project',
  modified: '2026-11-30T08:00:00Z',
  body: `About ${name}.`,
  ...more,
});

const notes = [
  note('release-train', 'Releases go out every second Tuesday'),
  note('database-tests', 'Integration tests use a real database'),
  note('coffee', 'The office coffee is bad'),
  note('发布流程', '周五下午不要部署'),
];

function sourceOf(all: readonly Note[]): RecallSource {
  const byPath = new Map(all.map((one) => [one.path, one]));
  return {
    headers: async () => all.map(({ body: _, ...header }) => header),
    body: async (path) => byPath.get(path)?.body,
    links: async (body) => [...body.matchAll(/\[\[(.+?)\]\]/g)].map((match) => `${match[1]}.md`),
  };
}

const recalled = (query: string, options: RecallOptions = {}, all: readonly Note[] = notes) =>
  recall(sourceOf(all), query, { now, ...options });
const pathsOf = (result: Awaited<ReturnType<typeof recall>>) =>
  result.entries.map(({ path }) => path);

describe('by words', () => {
  test('the entries that hold them come, best first', async () => {
    const result = await recalled('do our tests need a database?');
    expect(pathsOf(result)).toEqual(['database-tests.md']);
    expect(result).toMatchObject({ selector: 'lexical', notes: [], omitted: [] });
    expect(pathsOf(await recalled('周五可以部署吗'))).toEqual(['发布流程.md']);
  });

  test('nothing relevant is an answer', async () => {
    expect(pathsOf(await recalled('kubernetes'))).toEqual([]);
    expect(pathsOf(await recalled(''))).toEqual([]);
  });

  test('at most 5 come, and the others are named', async () => {
    const many = Array.from({ length: 9 }, (_, at) => note(`tests-${at}`, 'about tests'));
    const result = await recalled('tests', {}, many);
    expect(result.entries).toHaveLength(5);
    expect(result.omitted).toHaveLength(4);
  });

  test('the ranking of the source is taken where it has one, for candidates alone', async () => {
    const source = { ...sourceOf(notes), rank: async () => ['gone.md', 'coffee.md'] };
    expect(pathsOf(await recall(source, 'espresso', { now }))).toEqual(['coffee.md']);
  });

  test('only the newest 200 are candidates', async () => {
    const old = note('old', 'about tests', { modified: '2020-01-01' });
    const others = Array.from({ length: 200 }, (_, at) => note(`n${at}`, 'x'));
    expect(pathsOf(await recalled('tests', {}, [old, ...others.slice(1)]))).toEqual(['old.md']);
    expect(pathsOf(await recalled('tests', {}, [old, ...others]))).toEqual([]);
  });
});

describe('a selector', () => {
  test('chooses by path or name, in its order', async () => {
    const selector: RecallSelector = (_, manifest) => [
      manifest[0]!.path,
      'release train',
      'coffee',
    ];
    const result = await recalled('x', { selector });
    expect(pathsOf(result)).toEqual(['coffee.md', 'release-train.md']);
    expect(result.selector).toBe('given');
  });

  test('may find nothing', async () => {
    const result = await recalled('tests database', { selector: () => [] });
    expect(result).toEqual({ entries: [], selector: 'given', omitted: [], notes: [] });
  });

  const never = new Promise<string[]>(() => {});
  const faulty: Record<string, RecallSelector> = {
    'throws at once': () => {
      throw new Error('no key\nat line 3');
    },
    'throws later': async () => {
      throw 'a string';
    },
    hangs: () => never,
    'answers a string': (() => 'database-tests.md') as unknown as RecallSelector,
    'answers nothing': (() => undefined) as unknown as RecallSelector,
    'answers strange items': (() => [1, null, {}]) as unknown as RecallSelector,
    'names missing files': () => ['../../etc/passwd', 'nothing.md'],
  };
  for (const [what, selector] of Object.entries(faulty)) {
    test(`that ${what} is replaced by words, in time and with a word about it`, async () => {
      const started = performance.now();
      const result = await recalled('database tests', { selector, timeLimit: 1000 });
      expect(performance.now() - started).toBeLessThan(1000);
      expect(pathsOf(result)).toEqual(['database-tests.md']);
      expect(result.selector).toBe('lexical');
      expect(result.notes.join(' ')).toMatch(/^The selector .+\. Words were compared instead\.$/);
    });
  }

  test('is told to stop when its time is over', async () => {
    let stopped = false;
    const selector: RecallSelector = (_query, _manifest, signal) => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      return never;
    };
    await recalled('x', { selector, timeLimit: 50 });
    expect(stopped).toBe(true);
  });

  test('that names some missing files is believed about the others', async () => {
    const result = await recalled('x', { selector: () => ['coffee.md', 'nothing.md', 'coffee'] });
    expect(pathsOf(result)).toEqual(['coffee.md']);
    expect(result.notes).toEqual(['The selector named 1 memory that does not exist.']);
  });

  test('answers anything at all, and recall does not throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.string(), async (answer, query) => {
        const selector = (() => answer) as unknown as RecallSelector;
        const result = await recalled(query, { selector });
        for (const { path } of result.entries) {
          expect(notes.map((one) => one.path)).toContain(path);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('a source that fails is said, not thrown', async () => {
  const source = { ...sourceOf(notes), headers: () => Promise.reject(new Error('disk gone')) };
  expect(await recall(source, 'tests')).toMatchObject({
    entries: [],
    notes: ['The memories could not be read: disk gone'],
  });
});

describe('over a conversation', () => {
  test('what was shown is not shown again', async () => {
    const session = createRecallSession(['./coffee.md']);
    const selector: RecallSelector = (_, manifest) => manifest.map(({ path }) => path);
    expect((await recalled('x', { session, selector, limit: 2 })).entries).toHaveLength(2);
    expect((await recalled('x', { session, selector })).entries).toHaveLength(1);
    const last = await recalled('x', { session, selector });
    expect(last.entries).toEqual([]);
    expect(session.shown.size).toBe(4);
  });

  test('a selector is not even asked about it', async () => {
    let asked: readonly string[] = [];
    const selector: RecallSelector = (_, manifest) => {
      asked = manifest.map(({ name }) => name);
      return [];
    };
    await recalled('x', { session: createRecallSession(['coffee.md']), selector });
    expect(asked).not.toContain('coffee');
    expect(asked).toHaveLength(3);
  });

  test('no more than 60 KB are shown in all', async () => {
    const session = createRecallSession();
    const big = Array.from({ length: 30 }, (_, at) =>
      note(`b${at}`, '', { body: '字'.repeat(2000) }),
    );
    const selector: RecallSelector = (_, manifest) => manifest.map(({ path }) => path);
    let bytes = 0;
    let last = await recalled('x', { session, selector }, big);
    for (let turn = 0; turn < 6; turn++) {
      for (const { body } of last.entries) bytes += new TextEncoder().encode(body).length;
      last = await recalled('x', { session, selector }, big);
    }
    expect(bytes).toBeLessThanOrEqual(maxSessionBytes);
    expect(bytes).toBeGreaterThan(maxSessionBytes - 4096);
    expect(last.entries).toEqual([]);
    expect(last.notes.join(' ')).toContain('as many memories as it may hold');
    expect(last.omitted.length).toBeGreaterThan(0);
  });
});

test('bodies are cut to 200 lines and 4,096 bytes, at whole characters', async () => {
  const bodies = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6000, size: 'max' }),
    fc.constantFrom('é', '字', '😀', 'a', 'x\n').map((piece) => piece.repeat(2100)),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const selector = () => ['n.md'];
      const { entries } = await recalled('x', { selector }, [note('n', '', { body })]);
      const shown = entries[0]!;
      expect(body.startsWith(shown.body)).toBe(true);
      expect(shown.truncated).toBe(shown.body !== body);
      const bytes = new TextEncoder().encode(shown.body).length;
      expect(bytes).toBeLessThanOrEqual(4096);
      expect(shown.body.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
      const more = [...body.slice(shown.body.length)][0] ?? '';
      const fits = bytes + new TextEncoder().encode(more).length <= 4096;
      if (shown.truncated && fits) expect(shown.body.split('\n').length).toBe(200);
    }),
    { numRuns: 300 },
  );
});

describe('tools in use', () => {
  const about = [
    note('github-api', 'Endpoints of the GitHub server', { type: 'reference' }),
    note('github-pitfalls', 'Known issues: search needs quotes', { type: 'reference' }),
    note('github-owner', 'Ann owns the github organisation', { type: 'project' }),
    note('replicas', 'Where to read replicas are listed', { type: 'reference' }),
    note('how-to-read', 'The Read tool and its arguments', { type: 'reference' }),
  ];
  const all: RecallSelector = (_, manifest) => manifest.map(({ path }) => path);

  test('their reference notes are left out, warnings and other notes are not', async () => {
    const tools = ['mcp__github__create_issue', 'Read'];
    const result = await recalled('x', { selector: all, tools }, about);
    expect(pathsOf(result).sort()).toEqual([
      'github-owner.md',
      'github-pitfalls.md',
      'replicas.md',
    ]);
  });

  test('without them all are there', async () => {
    const result = await recalled('x', { selector: all, tools: ['Bash', '__'] }, about);
    expect(result.entries).toHaveLength(5);
  });
});

describe('links', () => {
  const linked = [
    note('a', 'about tests', { body: 'see [[b]], [[shown]], [[gone]], [[a]]' }),
    note('b', '', { body: 'see [[c]]' }),
    note('c'),
    note('shown'),
  ];

  test('are followed one hop, when asked to', async () => {
    const session = createRecallSession(['shown.md']);
    const result = await recalled('tests', { followLinks: true, session }, linked);
    expect(result.entries.map(({ path, linkedFrom }) => [path, linkedFrom])).toEqual([
      ['a.md', undefined],
      ['b.md', 'a.md'],
    ]);
    expect(pathsOf(await recalled('tests', {}, linked))).toEqual(['a.md']);
  });
});

describe('age', () => {
  const aged = async (modified: string | undefined) => {
    const one = note('tests', '', { modified });
    return (await recalled('tests', {}, [one])).entries[0]!;
  };

  test('is said from the second day on, in days, as something to do', async () => {
    expect(await aged('2026-11-29T13:00:00Z')).toMatchObject({ age: 0, notes: [] });
    expect((await aged('2026-11-29T11:00:00Z')).notes[0]).toMatch(
      /^This memory is 1 day old: check /,
    );
    expect((await aged('2026-10-01T11:00:00Z')).notes[0]).toMatch(
      /^This memory is 60 days old: check /,
    );
  });

  test('is not guessed', async () => {
    expect(await aged(undefined)).not.toHaveProperty('age');
    expect((await aged('soon')).notes).toEqual([]);
    expect(await aged('2027-01-01')).toMatchObject({ age: 0, notes: [] });
  });
});

describe('claims', () => {
  const entry = note('tests', '', { body: 'see `src/a.ts` and `src/b.ts`' });
  const workspace: Workspace = {
    kindOf: async (path) => (path === 'src/a.ts' ? 'file' : 'none'),
    find: async () => ({ paths: [], complete: true }),
    lineCount: async () => undefined,
    holdsWords: async () => new Map(),
    hasCommit: async () => undefined,
    renamedTo: async () => undefined,
    packages: async () => undefined,
  };

  test('are tested where there is a workspace, and what is gone is said', async () => {
    const { entries } = await recalled('tests', { workspace }, [entry]);
    expect(entries[0]!.claims.map(({ text, state }) => [text, state])).toEqual([
      ['src/a.ts', 'present'],
      ['src/b.ts', 'missing'],
    ]);
    expect(entries[0]!.notes).toEqual([
      'Not found any more: src/b.ts. Do not rely on it as written.',
    ]);
  });

  test('do not hold a recall up when the workspace hangs or fails', async () => {
    for (const kindOf of [
      () => new Promise<never>(() => {}),
      () => Promise.reject(new Error('x')),
    ]) {
      const started = performance.now();
      const slow = { ...workspace, kindOf };
      const { entries } = await recalled('tests', { workspace: slow, timeLimit: 200 }, [entry]);
      expect(performance.now() - started).toBeLessThan(1000);
      expect(entries[0]!.claims.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
      expect(entries[0]!.notes).toEqual([]);
    }
  });
});
