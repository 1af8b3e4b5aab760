import { describe, expect, it } from 'vitest';
// By path, not by package: a dependency of core on memfs would be a circle, as memfs needs core.
import { createMemfsStorage, Volume } from '../../../memfs/src/index.js';
import { secretKinds, secretTexts } from '../../test/guard/secret-examples.js';
import { entryText, openTestStore } from '../../test/open-test-store.js';
import { GuardError, isMemoryError } from '../errors.js';
import type { MemoryStore } from '../memory-store.js';
import { createMemoryStore } from './create-memory-store.js';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const fields = { description: 'd', type: 'project' } as const;
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function errorOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

/** A storage that keeps the reasons of its changes. */
function withMessages(volume: InstanceType<typeof Volume>, messages: string[]) {
  return Object.assign(createMemfsStorage({ volume }), {
    checkpoint: async ({ message }: { message: string }) => {
      messages.push(message);
      return { warnings: [] };
    },
  });
}

describe('a change that brings a secret', () => {
  const old = entryText('old', 'about it', 'project', 'b');
  const ways: Record<string, (store: MemoryStore, value: string) => Promise<unknown>> = {
    'save, body': (store, value) => store.save({ ...fields, name: 'n', body: value }),
    'save, description': (store, value) => store.save({ ...fields, name: 'n', description: value }),
    'save, name': (store, value) => store.save({ ...fields, name: value }),
    'save, type': (store, value) => store.save({ ...fields, name: 'n', type: value as 'user' }),
    'save, message': (store, value) => store.save({ ...fields, name: 'n' }, { message: value }),
    'save, provenance': (store, value) =>
      store.save({ ...fields, name: 'n' }, { provenance: { client: value } }),
    'save over an entry': (store, value) => store.save({ name: 'old', body: value }),
    'save near a name': (store, value) => store.save({ ...fields, name: `Old ${value}` }),
    'update, body': (store, value) => store.update('old', { body: `x\n${value}` }),
    'update, description': (store, value) => store.update('old', { description: value }),
    'update, message': (store, value) => store.update('old', { body: 'c' }, { message: value }),
    'update of what is not there': (store, value) => store.update(value, { body: 'c' }),
    rename: (store, value) => store.rename('old', value),
    'rename, message': (store, value) => store.rename('old', 'new', { message: value }),
    'delete, message': (store, value) => store.delete('old', { message: value }),
    'reindex, message': (store, value) => store.reindex({ message: value }),
    'edit, body': (store, value) => edit(store, `${old}${value}\n`),
    'edit, description': (store, value) => edit(store, old.replace('about it', value)),
    'edit, another key': (store, value) =>
      edit(store, old.replace('type:', `note: ${value}\ntype:`)),
    'edit, a comment': (store, value) => edit(store, old.replace('type:', `# ${value}\ntype:`)),
    'edit, folded': (store, value) =>
      edit(store, old.replace('about it', `>-\n  see ${value.slice(0, 9)}\n  ${value.slice(9)}`)),
    'edit, escaped': (store, value) =>
      edit(
        store,
        old.replace('about it', `"\\x${value.charCodeAt(0).toString(16)}${value.slice(1)}"`),
      ),
  };

  async function edit(store: MemoryStore, text: string): Promise<unknown> {
    const { version } = await store.getFile('old');
    return store.replaceFile('old', bytesOf(text), { ifVersion: version });
  }

  it.each(Object.keys(ways))('%s: is refused, and leaves no trace of the value', async (way) => {
    const volume = new Volume();
    const checkpoints: string[] = [];
    const store = createMemoryStore(withMessages(volume, checkpoints));
    await store.save({ ...fields, name: 'old', description: 'about it', body: 'b' });
    const before = JSON.stringify(volume.toJSON());
    const error = await errorOf((ways[way] as (typeof ways)[string])(store, token));
    expect(isMemoryError(error)).toBe(true);
    const told = `${error.message} ${JSON.stringify(error)} ${error.stack ?? ''}`;
    // Not even the beginning of it.
    expect(told).not.toContain(token.slice(0, 12));
    expect(checkpoints.join()).not.toContain(token.slice(0, 12));
    expect(JSON.stringify(volume.toJSON())).toBe(before);
  });

  it('says the rule, the place and the remedy', async () => {
    const { store } = await openTestStore();
    const error = await errorOf(store.save({ ...fields, name: 'n', body: `a\nb ${token}` }));
    expect(error).toBeInstanceOf(GuardError);
    expect(error).toMatchObject({
      code: 'REFUSED',
      message: expect.stringMatching(
        /^The body holds what looks like a GitHub token \(line 2, column 3\)\. Rule github-token; nothing was written\. Leave the value out/,
      ),
      findings: [{ rule: 'github-token', group: 'secret', field: 'body', line: 2, column: 3 }],
    });
  });

  it('is refused for every kind', async () => {
    const { store, files } = await openTestStore();
    for (const kind of Object.keys(secretKinds)) {
      const body = secretTexts(kind, 1)[0] as string;
      await expect(store.save({ ...fields, name: kind, body }), kind).rejects.toThrow(/Rule/);
    }
    expect(await files()).toEqual([]);
  });
});

describe('what a change does not bring', () => {
  const file = entryText('old', 'd', 'project', `The key is ${token}.`);

  it('is no reason to refuse, and is warned of', async () => {
    const { store, text } = await openTestStore({ 'old.md': file });
    const { warnings } = await store.update('old', { description: 'better' });
    expect(warnings).toMatchObject([{ kind: 'secret-suspected', path: 'old.md', field: 'body' }]);
    expect(JSON.stringify(warnings)).not.toContain(token);
    expect(await text('old.md')).toContain('better');
  });

  it('may be edited around, moved and taken out', async () => {
    const { store } = await openTestStore({ 'old.md': file });
    await store.update('old', { body: `Still ${token}, and more.` });
    expect((await store.update('old', { body: 'gone' })).warnings).toEqual([]);
  });

  it('does not cover another value', async () => {
    const { store } = await openTestStore({ 'old.md': file });
    const other = token.replace('16C7', '99Zz');
    await expect(store.update('old', { body: `${token} ${other}` })).rejects.toThrow(GuardError);
  });

  it('stays out of the history when its entry is deleted', async () => {
    const messages: string[] = [];
    const store = createMemoryStore(withMessages(new Volume(), messages));
    await store.save({ ...fields, name: token, body: 'b' }, { override: true });
    await store.delete(token);
    expect(messages).toEqual(['save "[github-token]"', 'delete "[github-token]"']);
  });
});

describe('the word of a person', () => {
  it('lets a rule pass that is named, or all of them, and warns', async () => {
    for (const override of [true, ['github-token']] as const) {
      const { store, text } = await openTestStore();
      const { warnings } = await store.save({ ...fields, name: 'n', body: token }, { override });
      expect(warnings).toMatchObject([{ kind: 'secret-suspected' }]);
      expect(await text('n.md')).toContain(token);
    }
  });

  it('counts for no other rule', async () => {
    const { store } = await openTestStore();
    const save = store.save({ ...fields, name: 'n', body: token }, { override: ['npm-token'] });
    await expect(save).rejects.toThrow(GuardError);
  });

  it('is the only one: a store cannot be opened with it', async () => {
    const { store } = await openTestStore();
    const wrong = store.save({ ...fields, name: 'n' }, { override: false as unknown as true });
    await expect(wrong).rejects.toThrow(/override must be true or a list of text/);
  });
});

describe('the settings of a store', () => {
  it('reach every change', async () => {
    const { store } = await openTestStore({}, { guard: { strict: true } });
    const save = store.save({ ...fields, name: 'n', body: 'Skip it for now.' });
    await expect(save).rejects.toThrow(/Rule this-time/);
    const loose = await openTestStore({}, { guard: { policy: { secret: 'allow' } } });
    expect((await loose.store.save({ ...fields, name: 'n', body: token })).warnings).toEqual([]);
  });

  it('say what is wrong with them at the first change', async () => {
    const rules = [{ id: 'mine', pattern: '(a)\\1', message: 'm' }];
    const { store, files } = await openTestStore({}, { guard: { rules } });
    await expect(store.save({ ...fields, name: 'n' })).rejects.toThrow(
      /rule "mine".*back reference/,
    );
    expect(await files()).toEqual([]);
  });

  it('offer dates as seen from the store’s clock', async () => {
    const { store } = await openTestStore();
    const { warnings } = await store.save({ ...fields, name: 'n', body: 'Release tomorrow.' });
    expect(warnings).toMatchObject([{ kind: 'date-relative', fix: 'Write the date: 2026-03-05.' }]);
  });
});

describe('check', () => {
  it('names entries with secrets by line, never the value', async () => {
    const { store } = await openTestStore({
      'bad.md': entryText('bad', 'd', 'project', `x\ny ${token}`),
      'sub/worse.md': entryText('worse', token, 'project', 'x'),
      'good.md': entryText('good', 'd', 'project', 'AKIAIOSFODNN7EXAMPLE'),
    });
    const { problems } = await store.check();
    const found = problems.filter(({ kind }) => kind === 'secret-suspected');
    expect(found).toMatchObject([
      { path: 'bad.md', line: 8 },
      { path: 'sub/worse.md', line: 3 },
    ]);
    expect(JSON.stringify(problems)).not.toContain(token);
  });
});
