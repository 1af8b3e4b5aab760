import { describe, expect, it } from 'vitest';
import { entryText, fixedTime, openTestStore } from '../../test/open-test-store.js';
import { storagePath } from '../storage-path.js';
import { createMemoryStore } from '../store/create-memory-store.js';
import { maxPending, maxPendingBytes } from './pending.js';

const tabs = entryText('tabs', 'Which indentation', 'user', 'Uses tabs.');
const proposal = {
  kind: 'save',
  name: 'standup',
  fields: { description: 'When the team meets', type: 'project', body: 'At nine.' },
  reason: 'The user said so',
  provenance: { source: 'inferred', client: 'test-agent', session: 's-1' },
  origin: 'conversation 7',
} as const;

async function waitingIds(store: {
  pending: { list(): Promise<{ changes: readonly { id: string }[] }> };
}) {
  return (await store.pending.list()).changes.map(({ id }) => id);
}

describe('a proposal', () => {
  it('waits where no reader of the memory meets it', async () => {
    const { store, files, text } = await openTestStore({ 'tabs.md': tabs });
    const { id } = await store.pending.add(proposal);
    expect(await files()).toEqual(['tabs.md']);
    expect(await text(`.mem/pending/${id}.json`)).toContain('At nine.');
    expect((await store.list()).entries.map(({ name }) => name)).toEqual(['tabs']);
    expect((await store.search('standup nine')).hits).toEqual([]);
    expect((await store.search('nine', { mode: 'contains' })).hits).toEqual([]);
    expect((await store.recall('when is the standup')).entries).toEqual([]);
    expect((await store.context()).text).not.toContain('nine');
    expect((await store.context({ format: 'index' })).text).not.toContain('standup');
    expect((await store.loadIndex()).text).not.toContain('standup');
    expect(JSON.stringify(await store.check())).not.toContain('standup');
    await expect(store.get('standup')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await store.reindex();
    expect(await text('MEMORY.md')).not.toContain('standup');
  });

  it('is listed with who asks, why, and since when', async () => {
    const { store } = await openTestStore();
    const added = await store.pending.add(proposal);
    const { changes, problems } = await store.pending.list();
    expect(problems).toEqual([]);
    expect(changes).toEqual([{ ...proposal, id: added.id, at: fixedTime.toISOString() }]);
  });

  it('shows the file that it would make', async () => {
    const { store } = await openTestStore();
    const { id } = await store.pending.add(proposal);
    const view = await store.pending.get(id.slice(0, 10));
    expect(view).toMatchObject({ path: 'standup.md', before: null, version: null });
    expect(view.changedSince).toBe(false);
    expect(view.after).toContain('name: standup\n');
    expect(view.diff).toMatch(/^@@ -0,0 \+1,\d+ @@\n\+---\n\+name: standup\n/);
  });

  it('becomes what it showed when it is accepted, and waits no more', async () => {
    const { store, text } = await openTestStore();
    const { id } = await store.pending.add(proposal);
    const { after } = await store.pending.get(id);
    const { saved } = await store.pending.accept(id);
    expect(saved).toMatchObject({ created: true, changed: ['standup.md', 'MEMORY.md'] });
    expect(saved?.entry.provenance).toEqual(proposal.provenance);
    expect(await text('standup.md')).toBe(after);
    expect(await text('MEMORY.md')).toContain('[standup](standup.md)');
    expect(await waitingIds(store)).toEqual([]);
    await expect(store.pending.accept(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of an update shows the changed lines and nothing else', async () => {
    const { store, text } = await openTestStore({ 'tabs.md': tabs });
    const fields = { body: 'Uses spaces.' };
    const { id } = await store.pending.add({ kind: 'update', name: 'tabs', fields });
    const view = await store.pending.get(id);
    expect(view.before).toBe(tabs);
    expect(view.diff.split('\n').filter((line) => /^[-+]/.test(line))).toEqual([
      '-Uses tabs.',
      '+Uses spaces.',
    ]);
    expect(await text('tabs.md')).toBe(tabs);
    await store.pending.accept(id);
    expect(await text('tabs.md')).toBe(tabs.replace('tabs.\n', 'spaces.\n'));
  });

  it('to delete shows what would go', async () => {
    const { store, files } = await openTestStore({ 'tabs.md': tabs });
    const { id } = await store.pending.add({ kind: 'delete', name: 'tabs' });
    const view = await store.pending.get(id);
    expect(view).toMatchObject({ before: tabs, after: null, path: 'tabs.md' });
    expect(view.diff).toContain('-Uses tabs.');
    expect(await files()).toEqual(['tabs.md']);
    const { deleted } = await store.pending.accept(id);
    expect(deleted?.deleted).toEqual(['tabs.md']);
    expect(await files()).toEqual([]);
  });

  it('is gone without a trace in the directory when it is rejected', async () => {
    const { store, files } = await openTestStore({ 'tabs.md': tabs });
    const { id } = await store.pending.add(proposal);
    await store.pending.reject(id);
    expect(await files()).toEqual(['tabs.md']);
    expect(await waitingIds(store)).toEqual([]);
    await expect(store.pending.reject(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can be edited before it is accepted', async () => {
    const { store } = await openTestStore();
    const { id } = await store.pending.add(proposal);
    const view = await store.pending.edit(id, { body: 'At ten.' });
    expect(view.change.fields).toEqual({ ...proposal.fields, body: 'At ten.' });
    const { saved } = await store.pending.accept(id);
    expect(saved?.entry.body).toBe('At ten.');
    expect(saved?.entry.description).toBe('When the team meets');
  });

  it('to delete has no text to edit', async () => {
    const { store } = await openTestStore({ 'tabs.md': tabs });
    const { id } = await store.pending.add({ kind: 'delete', name: 'tabs' });
    await expect(store.pending.edit(id, { body: 'x' })).rejects.toMatchObject({
      code: 'INVALID_ENTRY',
    });
  });
});

describe('what changed after a proposal', () => {
  it('must be seen before it is accepted', async () => {
    const { store, put, text } = await openTestStore({ 'tabs.md': tabs });
    const fields = { body: 'Uses spaces.' };
    const { id } = await store.pending.add({ kind: 'update', name: 'tabs', fields });
    const edited = tabs.replace('Which', 'What');
    await put('tabs.md', edited);
    await expect(store.pending.accept(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await text('tabs.md')).toBe(edited);
    const view = await store.pending.get(id);
    expect(view).toMatchObject({ changedSince: true, before: edited });
    expect(view.diff).not.toContain('-description');
    await store.pending.accept(id, { ifVersion: view.version });
    expect(await text('tabs.md')).toBe(edited.replace('tabs.\n', 'spaces.\n'));
  });

  it('must be seen as it is at last', async () => {
    const { store, put, text } = await openTestStore({ 'tabs.md': tabs });
    const fields = { body: 'Uses spaces.' };
    const { id } = await store.pending.add({ kind: 'update', name: 'tabs', fields });
    await put('tabs.md', `${tabs}1\n`);
    const { version } = await store.pending.get(id);
    await put('tabs.md', `${tabs}2\n`);
    await expect(store.pending.accept(id, { ifVersion: version })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await text('tabs.md')).toBe(`${tabs}2\n`);
    expect(await waitingIds(store)).toEqual([id]);
  });

  it('does not count when only the version is another', async () => {
    const { store, put, text } = await openTestStore({ 'tabs.md': tabs });
    const fields = { body: 'Uses spaces.' };
    const { id } = await store.pending.add({ kind: 'update', name: 'tabs', fields });
    await put('tabs.md', 'other');
    await put('tabs.md', tabs);
    await store.pending.accept(id);
    expect(await text('tabs.md')).toContain('spaces');
  });

  it('counts when a new entry was made by someone else', async () => {
    const { store, text } = await openTestStore();
    const { id } = await store.pending.add(proposal);
    await store.save({ name: 'standup', description: 'd', type: 'project', body: 'At eight.' });
    await expect(store.pending.accept(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await text('standup.md')).toContain('At eight.');
    const view = await store.pending.get(id);
    expect(view).toMatchObject({ changedSince: true, path: 'standup.md' });
    expect(view.diff).toContain('-At eight.\n');
    const { saved } = await store.pending.accept(id, { ifVersion: view.version });
    expect(saved).toMatchObject({ created: false });
    expect(await text('standup.md')).toContain('At nine.');
  });

  it('leaves nothing to update when the entry is gone', async () => {
    const { store, files } = await openTestStore({ 'tabs.md': tabs });
    const fields = { body: 'Uses spaces.' };
    const { id } = await store.pending.add({ kind: 'update', name: 'tabs', fields });
    await store.delete('tabs');
    const view = await store.pending.get(id);
    expect(view).toMatchObject({ changedSince: true, before: null, after: null, version: null });
    expect(view.obstacle).toContain('deleted');
    for (const options of [{}, { ifVersion: null }]) {
      await expect(store.pending.accept(id, options)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    expect(await files()).not.toContain('tabs.md');
    expect(await waitingIds(store)).toEqual([id]);
  });

  it('may be what was proposed: then there is nothing left to do', async () => {
    const { store } = await openTestStore({ 'tabs.md': tabs });
    const fields = { body: 'Uses spaces.' };
    const update = await store.pending.add({ kind: 'update', name: 'tabs', fields });
    await store.update('tabs', fields);
    expect((await store.pending.accept(update.id)).saved?.changed).toEqual([]);
    const removal = await store.pending.add({ kind: 'delete', name: 'tabs' });
    await store.delete('tabs');
    expect((await store.pending.accept(removal.id)).deleted?.deleted).toEqual([]);
    expect(await waitingIds(store)).toEqual([]);
  });
});

describe('deciding at once', () => {
  const racers = 8;

  it.each(['save', 'update', 'delete'] as const)('makes a %s exactly once', async (kind) => {
    for (let round = 0; round < 10; round++) {
      const { store, storage } = await openTestStore({ 'tabs.md': tabs });
      const changes = {
        save: proposal,
        update: { kind, name: 'tabs', fields: { body: 'Uses spaces.' } },
        delete: { kind, name: 'tabs' },
      } as const;
      const { id } = await store.pending.add(changes[kind]);
      const stores = Array.from({ length: racers }, () =>
        createMemoryStore(storage, { now: () => fixedTime }),
      );
      const results = await Promise.allSettled(stores.map(({ pending }) => pending.accept(id)));
      const done = results.filter(({ status }) => status === 'fulfilled');
      expect(done).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected')
          expect(['CONFLICT', 'NOT_FOUND']).toContain(result.reason.code);
      }
      expect(await waitingIds(store)).toEqual([]);
    }
  });

  it('either accepts or rejects, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const { store, storage, files } = await openTestStore();
      const { id } = await store.pending.add(proposal);
      const other = createMemoryStore(storage, { now: () => fixedTime });
      const [accepted, rejected] = await Promise.allSettled([
        store.pending.accept(id),
        other.pending.reject(id),
      ]);
      expect([accepted.status, rejected.status].sort()).toEqual(['fulfilled', 'rejected']);
      expect((await files()).includes('standup.md')).toBe(accepted.status === 'fulfilled');
    }
  });

  it('goes on where a process died on the way', async () => {
    let now = fixedTime.getTime();
    const { store, storage, text, put } = await openTestStore({}, { now: () => new Date(now) });
    const { id } = await store.pending.add(proposal);
    const path = `.mem/pending/${id}.json`;
    const claimed = { ...JSON.parse((await text(path)) ?? ''), decidingSince: now };
    await put(path, JSON.stringify(claimed));
    for (const decide of [
      () => store.pending.accept(id),
      () => store.pending.reject(id),
      () => store.pending.edit(id, { body: 'x' }),
    ]) {
      await expect(decide()).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    now += 31_000;
    expect((await store.pending.accept(id)).saved?.created).toBe(true);
    // The same, but the process had made the change already.
    await put(path, JSON.stringify({ ...claimed, base: null }));
    expect((await store.pending.accept(id)).saved).toMatchObject({ created: false, changed: [] });
    expect(await storage.read(storagePath(path))).toBeUndefined();
  });
});

describe('what is ignored', () => {
  it('is in no proposal that is shown either', async () => {
    const { store, storage } = await openTestStore({ 'tabs.md': tabs });
    const update = { kind: 'update', name: 'tabs', fields: { body: 'Spaces.' } } as const;
    const own = await store.pending.add(update);
    const other = await store.pending.add(proposal);
    for (const [ignore, shown] of [
      [{ names: ['tabs'] }, [other.id]],
      [{ types: ['project'] }, [own.id]],
      [{ query: 'nine' }, [own.id]],
      [true, []],
    ] as const) {
      const reader = createMemoryStore(storage, { ignore });
      expect(await waitingIds(reader)).toEqual(shown);
      for (const { id } of [own, other]) {
        const isShown = (shown as readonly string[]).includes(id);
        await expect(
          reader.pending.get(id).then(
            () => true,
            () => false,
          ),
        ).resolves.toBe(isShown);
      }
    }
  });
});

describe('the guard', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;

  it('keeps what must not be stored out of a proposal too', async () => {
    const { store, storage } = await openTestStore({ 'tabs.md': tabs });
    const fields = { ...proposal.fields, body: `Use ${secret}.` };
    const attempts: Parameters<typeof store.pending.add>[0][] = [
      { ...proposal, fields },
      { ...proposal, name: secret },
      { ...proposal, reason: secret },
      { ...proposal, origin: secret },
      { ...proposal, provenance: { client: secret } },
      { kind: 'update', name: 'tabs', fields: { body: secret } },
      { kind: 'delete', name: secret },
    ];
    for (const attempt of attempts) {
      const error: Error = await store.pending.add(attempt).then(
        () => Promise.reject(new Error('was kept')),
        (thrown: Error) => thrown,
      );
      expect(error.message).not.toContain(secret);
      expect(error).toMatchObject({ code: attempt.kind === 'delete' ? 'NOT_FOUND' : 'REFUSED' });
    }
    for await (const { path } of storage.list(storagePath('.mem/pending'))) expect(path).toBe('');
  });

  it('looks at an edit, and at an accepted proposal again', async () => {
    const { store, storage, put, text } = await openTestStore();
    const { id } = await store.pending.add(proposal);
    await expect(store.pending.edit(id, { body: secret })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    const path = `.mem/pending/${id}.json`;
    await put(path, ((await text(path)) ?? '').replace('At nine.', secret));
    await expect(store.pending.accept(id)).rejects.toMatchObject({ code: 'REFUSED' });
    expect(await waitingIds(createMemoryStore(storage))).toEqual([id]);
    const { saved } = await store.pending.accept(id, { override: true });
    expect(saved?.warnings.map(({ kind }) => kind)).toContain('secret-suspected');
  });
});

describe('the shelf', () => {
  it('hides nothing behind a file that is no proposal, and lets go of it', async () => {
    const { store, put } = await openTestStore();
    const { id } = await store.pending.add(proposal);
    const good = JSON.stringify({
      change: { ...proposal, id: 'zzzz', at: fixedTime.toISOString() },
      base: null,
    });
    const bad: Record<string, string> = {
      'aaaa.json': '{',
      'bbbb.json': 'null',
      'cccc.json': good,
      'dddd.json': good.replace('zzzz', 'dddd').replace('"save"', '"purge"'),
      'eeee.json': good.replace('zzzz', 'eeee').replace('"kind"', '"path":"../x.md","kind"'),
      'ffff.json': good.replace('zzzz', 'ffff').replace('"kind"', '"path":"MEMORY.md","kind"'),
      'gggg.json': good.replace('zzzz', 'gggg').replace('At nine', 'x'.repeat(maxPendingBytes)),
    };
    for (const [name, text] of Object.entries(bad)) await put(`.mem/pending/${name}`, text);
    const { changes, problems } = await store.pending.list();
    expect(changes.map((change) => change.id)).toEqual([id]);
    expect(problems.map(({ path }) => path)).toEqual(
      Object.keys(bad).map((name) => `.mem/pending/${name}`),
    );
    await expect(store.pending.accept('aaaa')).rejects.toMatchObject({ code: 'UNREADABLE_ENTRY' });
    for (const name of Object.keys(bad)) await store.pending.reject(name.replace('.json', ''));
    expect((await store.pending.list()).problems).toEqual([]);
  });

  it('refuses one more than fit, and drops none', async () => {
    const { store } = await openTestStore();
    for (let at = 0; at < maxPending; at++) {
      await store.pending.add({ ...proposal, name: `standup of team ${at}` });
    }
    await expect(store.pending.add(proposal)).rejects.toMatchObject({ code: 'LIMIT' });
    const ids = await waitingIds(store);
    expect(ids).toHaveLength(maxPending);
    await store.pending.reject(ids[0] ?? '');
    await store.pending.add(proposal);
  });

  it('refuses what is too large', async () => {
    const { store } = await openTestStore();
    const body = 'x'.repeat(maxPendingBytes);
    const large = { ...proposal, fields: { ...proposal.fields, body } };
    await expect(store.pending.add(large)).rejects.toMatchObject({ code: 'LIMIT' });
    const { id } = await store.pending.add(proposal);
    await expect(store.pending.edit(id, { body })).rejects.toMatchObject({ code: 'LIMIT' });
    expect(await waitingIds(store)).toEqual([id]);
  });

  it('takes an id shortened as long as it is one only', async () => {
    const { store } = await openTestStore();
    const { id } = await store.pending.add(proposal);
    const other = await store.pending.add({ ...proposal, name: 'other' });
    await expect(store.pending.get(id.slice(0, 4))).rejects.toMatchObject({ code: 'AMBIGUOUS' });
    await expect(store.pending.get('')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await store.pending.reject(other.id);
    expect((await store.pending.get(id.slice(0, 4))).change.id).toBe(id);
  });

  it('refuses what could never be made', async () => {
    const { store } = await openTestStore({ 'tabs.md': tabs });
    const add = (change: object) => store.pending.add(change as typeof proposal);
    await expect(add({ kind: 'save', name: 'x' })).rejects.toMatchObject({ code: 'INVALID_ENTRY' });
    await expect(add({ kind: 'save', name: '', fields: proposal.fields })).rejects.toMatchObject({
      code: 'INVALID_ENTRY',
    });
    await expect(add({ kind: 'update', name: 'tabs' })).rejects.toMatchObject({
      code: 'INVALID_ENTRY',
    });
    await expect(add({ kind: 'update', name: 'tab', fields: { body: 'x' } })).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    );
    await expect(
      add({ kind: 'delete', name: 'tabs', fields: { body: 'x' } }),
    ).rejects.toMatchObject({ code: 'INVALID_ENTRY' });
    await expect(add({ ...proposal, name: 'Tabs' })).rejects.toMatchObject({ code: 'AMBIGUOUS' });
    await expect(add({ kind: 'purge', name: 'tabs' })).rejects.toMatchObject({
      code: 'INVALID_ENTRY',
    });
    expect(await waitingIds(store)).toEqual([]);
  });

  it('makes one clean line of what a client says of itself and of its reason', async () => {
    const { store } = await openTestStore();
    const hostile = `evil\n\u001b[2J\u202e${'x'.repeat(400)}`;
    const { id } = await store.pending.add({
      ...proposal,
      reason: hostile,
      origin: hostile,
      provenance: { source: 'inferred', client: hostile, session: '\u0000' },
    });
    const { change } = await store.pending.get(id);
    expect(change.reason).toBe(`evil [2J ${'x'.repeat(290)}…`);
    expect(change.provenance).toEqual({
      source: 'inferred',
      client: `evil [2J ${'x'.repeat(90)}…`,
    });
  });
});
