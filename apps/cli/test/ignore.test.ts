import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Playground } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
});
afterEach(() => play.remove());

const types = ['user', 'feedback', 'project', 'reference'];

/** Everything that reads memories; `zq` stands in every ignored one, in each of its fields. */
const calls = [
  ['list'],
  ['list', '--type', 'user'],
  ['show', 'zqname0'],
  ['show', 'kept0'],
  ['search', 'zqword', 'common'],
  ['search', 'common', '--explain'],
  ['search', 'zqword', '--contains'],
  ['recall', 'zqword common', '--links'],
  ['context'],
  ['context', '--format', 'xml', '--max-chars', '900'],
  ['context', '--format', 'index'],
  ['index'],
  ['index', '--check'],
  ['check'],
  ['status', '--stale', '1', '--verify', '--workspace', '.'],
  ['verify', '--workspace', '.'],
  ['__complete', 'plain', 'show', ''],
  ['__complete', 'plain', 'recall', '--shown', ''],
];

interface Plan {
  readonly kept: number;
  readonly ignored: readonly { readonly type: string; readonly indexed: boolean }[];
  readonly by: 'type' | 'name' | 'query' | 'all';
  readonly way: 'option' | 'environment' | 'both';
}

const plans = fc.record<Plan>({
  kept: fc.integer({ min: 0, max: 3 }),
  ignored: fc.array(fc.record({ type: fc.constantFrom(...types), indexed: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  by: fc.constantFrom('type', 'name', 'query', 'all'),
  way: fc.constantFrom('option', 'environment', 'both'),
});

// Not "zq" alone: the random name of the temporary folder may hold that.
const secret = /zq(?:name|word|file|hook|nowhere|gone)/i;

function makeDirectory({ kept, ignored, by }: Plan): void {
  const lines: string[] = [];
  for (let at = 0; at < kept; at++) {
    const fields = { name: `kept${at}`, description: 'common', type: 'note' };
    play.entry(`kept${at}.md`, fields, `Common text ${at}, see \`src/gone.ts\`.\n`);
    lines.push(`- [kept${at}](kept${at}.md) — common\n`);
  }
  for (const [at, { type, indexed }] of ignored.entries()) {
    const name = `zqname${at}`;
    const fields = {
      name,
      description: 'zqword common: "a" b',
      type: by === 'type' ? type : 'note',
    };
    play.entry(`zqfile${at}.md`, fields, 'zqword common [[zqnowhere]] `src/zqgone.ts`\n');
    if (indexed) lines.push(`- [${name}](zqfile${at}.md) — zqhook\n`);
  }
  play.write('memory/MEMORY.md', lines.join(''));
}

/** The same directory in which the ignored ones never were. */
function takeAway({ ignored }: Plan): void {
  for (const at of ignored.keys()) rmSync(join(play.memory, `zqfile${at}.md`));
  const lines = play.read('memory/MEMORY.md').split('\n');
  play.write('memory/MEMORY.md', lines.filter((line) => !secret.test(line)).join('\n'));
}

function specsOf({ ignored, by }: Plan): string[] {
  if (by === 'all') return ['all'];
  if (by === 'query') return ['query:ZQWORD'];
  if (by === 'name')
    return ignored.map((_, at) => `name:${at % 2 ? 'zqfile' : 'ZQ_name'.replace('_', '')}${at}`);
  return ignored.map(({ type }) => `type:${type}`);
}

/** Ignoring, in the way that the plan says. */
function waysOf({ way }: Plan, specs: readonly string[]) {
  const [first = '', ...rest] = specs;
  if (way === 'environment') return { words: [], environment: { MEM_IGNORE: specs.join(',') } };
  if (way === 'both') {
    const words = rest.flatMap((spec) => ['--ignore', spec]);
    return { words, environment: { MEM_IGNORE: first } };
  }
  return { words: specs.flatMap((spec) => ['--ignore', spec]), environment: {} };
}

/** Fixed, so that nothing differs but what is ignored. */
function settle(): void {
  for (const name of ['MEMORY.md', ...['kept0', 'kept1', 'kept2'].map((stem) => `${stem}.md`)]) {
    try {
      utimesSync(join(play.memory, name), 1_700_000_000, 1_700_000_000);
    } catch {
      // Not every plan has that many.
    }
  }
}

it('betrays no ignored memory in any output, whatever is asked in whichever form', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      play.remove();
      play = new Playground();
      makeDirectory(plan);
      const { words, environment } = waysOf(plan, specsOf(plan));
      const isAll = plan.by === 'all';
      const ask = (ignoring: boolean) =>
        calls.flatMap((call) =>
          (call[0] === '__complete' ? [[]] : [[], ['--json']]).map((json) => {
            const [verb = '', ...rest] = call;
            const line =
              verb === '__complete'
                ? [verb, ...rest.slice(0, 2), ...(ignoring ? words : []), ...rest.slice(2)]
                : [...call, ...json, ...(ignoring ? words : [])];
            const { code, out, err } = play.mem(line, ignoring ? { environment } : {});
            return { call: [...call, ...json].join(' '), code, out, err };
          }),
        );
      settle();
      const ignoring = ask(true);
      takeAway(plan);
      if (isAll) for (let at = 0; at < plan.kept; at++) rmSync(join(play.memory, `kept${at}.md`));
      if (isAll) play.write('memory/MEMORY.md', '');
      settle();
      const absent = ask(false);
      for (const [at, answer] of ignoring.entries()) {
        // What the person typed may be repeated to them.
        const typed = /^(show zq|search zq|recall zq)/.test(answer.call);
        const shown = typed
          ? answer.out.replaceAll(/zq(name0|word)/g, '')
          : answer.out + answer.err;
        expect(shown, answer.call).not.toMatch(secret);
        expect(withoutVersions(answer), answer.call).toEqual(withoutVersions(absent[at]!));
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 240_000);

/** A version is of the file's status, whose time of change nobody can set. */
function withoutVersions<Answer extends { readonly out: string }>(answer: Answer): Answer {
  return { ...answer, out: answer.out.replaceAll(/"version": ".*"/g, '') };
}

it('adds options and environment up, and refuses what it does not understand', () => {
  play.entry('a.md', { name: 'a', description: 'd', type: 'user' });
  play.entry('b.md', { name: 'b', description: 'd', type: 'project' });
  play.entry('c.md', { name: 'c', description: 'd', type: 'feedback' });
  const environment = { MEM_IGNORE: 'name:a' };
  expect(play.mem(['list', '--ignore', 'type:project'], { environment }).out).toBe(
    'feedback  c — d\n',
  );
  expect(play.mem(['list', '--ignore=type:user', '--ignore=name:c']).out).toBe('project  b — d\n');
  expect(play.mem(['list'], { environment: { MEM_IGNORE: 'none' } }).out.split('\n')).toHaveLength(
    4,
  );

  const wrong = play.mem(['list', '--ignore', 'everything']);
  expect({ code: wrong.code, out: wrong.out }).toEqual({ code: 2, out: '' });
  expect(wrong.err).toMatch(/^mem: --ignore: "everything" .*type:project/);
  const inEnvironment = play.mem(['search', 'd', '--json'], {
    environment: { MEM_IGNORE: 'type:' },
  });
  expect(inEnvironment.code).toBe(2);
  expect(inEnvironment.json.error).toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/^MEM_IGNORE: /),
  });
});

it('is for reading: writing sees what is there', () => {
  play.entry('a.md', { name: 'a', description: 'd', type: 'user' });
  const environment = { MEM_IGNORE: 'all' };
  const words = ['save', 'a', '--description', 'new', '--json'];
  expect(play.mem(words, { environment }).json).toMatchObject({ created: false });
  expect(play.mem(['index', '--rebuild', '--ignore', 'all']).code).toBe(2);
  expect(play.mem(['tour'], { environment }).code).toBe(0);
});
