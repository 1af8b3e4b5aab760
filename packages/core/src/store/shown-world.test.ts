import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';
import type { Ignore } from '../ignore.js';
import type { MemoryStore } from '../memory-store.js';

/** Everything that reading calls answer, as one text. */
async function everything(store: MemoryStore, ignore?: Ignore): Promise<string> {
  const options = { ignore };
  return JSON.stringify([
    await store.list(options),
    await store.check(options),
    await store.loadIndex(options),
    await store.search('word', options),
    await store.search('word', { ...options, mode: 'contains' }),
    await store.search('word other', { ...options, explain: true }),
    await store.recall('word', options),
    await store.context({ ...options, maxChars: 300 }),
    await store.context({ ...options, format: 'xml' }),
    await store.context({ ...options, format: 'index' }),
  ]);
}

const files = {
  'plan.md': entryText('secret plan', 'word of the plan', 'project', 'plan body word'),
  'role.md': entryText('role', 'word of the role', 'user', 'See [[secret plan]]. word'),
  'MEMORY.md': '- [Plan](plan.md) — hush\n- [Role](role.md) — known\n',
};

describe('ignored entries', () => {
  it.each<[string, Ignore]>([
    ['a type', { types: ['project'] }],
    ['a name', { names: ['Secret Plan'] }],
    ['a query', { query: 'plan body' }],
  ])('by %s are in no answer', async (_, ignore) => {
    const { store } = await openTestStore(files);
    const text = await everything(store, ignore);
    expect(text).not.toMatch(/plan\.md|hush|word of the plan|plan body/);
    expect(text).toContain('role.md');
  });

  it('that are all leave an empty directory', async () => {
    const { store } = await openTestStore(files);
    const { store: empty } = await openTestStore();
    expect(await everything(store, true)).toBe(await everything(empty));
  });

  it('of the store are added to those of the call', async () => {
    const { store } = await openTestStore(files, { ignore: { types: ['project'] } });
    expect((await store.list()).entries.map((entry) => entry.path)).toEqual(['role.md']);
    expect((await store.list({ ignore: { names: ['role'] } })).entries).toEqual([]);
    await expect(store.get('secret plan')).rejects.toMatchObject({ code: 'NOT_FOUND', near: [] });
  });

  it('leave the answers of a directory without them, whatever it holds', async () => {
    const word = fc.constantFrom('word', 'other', '词语', 'plan');
    const entry = fc.record({
      id: fc.nat(30),
      type: fc.constantFrom('user', 'project'),
      text: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
      listed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 8 }),
        async (entries) => {
          const directory = (kept: typeof entries) => {
            const lines = kept
              .filter(({ listed }) => listed)
              .map(({ id }) => `- [e${id}](e${id}.md)\n`);
            const texts = kept.map(({ id, type, text }): [string, string] => [
              `e${id}.md`,
              dated(id, entryText(`e${id}`, text, type, `${text} ${id}`)),
            ]);
            return Object.fromEntries([
              ...texts,
              ['MEMORY.md', `Kept by hand.\n\n${lines.join('')}`],
            ]);
          };
          const whole = await openTestStore(directory(entries));
          const rest = await openTestStore(
            directory(entries.filter(({ type }) => type !== 'project')),
          );
          const shown = await everything(whole.store, { types: ['project'] });
          expect(timeless(shown)).toBe(timeless(await everything(rest.store)));
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** With a time of its own, so that the order of answers does not depend on when a file was written. */
function dated(second: number, text: string): string {
  return text.replace('\n---\n', `\nmodified: ${new Date(second * 1000).toISOString()}\n---\n`);
}

/** The two directories were written at different moments. */
function timeless(text: string): string {
  return text.replace(/"(modified|version)":"[^"]*"/g, '');
}
