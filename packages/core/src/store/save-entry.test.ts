import { describe, expect, it } from 'vitest';
import { entryText, fixedTime, openTestStore } from '../../test/open-test-store.js';

const rules = { name: 'Release rules', description: 'Not on Fridays', type: 'project' } as const;

describe('save of a new entry', () => {
  it('writes one file and one index line', async () => {
    const { store, text, files } = await openTestStore();
    const result = await store.save({ ...rules, body: 'Never on a Friday.' });
    expect(result).toMatchObject({
      created: true,
      changed: ['release_rules.md', 'MEMORY.md'],
      entry: { path: 'release_rules.md', ...rules },
      index: { lines: 1 },
      warnings: [],
    });
    expect(await files()).toEqual(['MEMORY.md', 'release_rules.md']);
    expect(await text('release_rules.md')).toBe(
      entryText('Release rules', 'Not on Fridays', 'project', 'Never on a Friday.'),
    );
    expect(await text('MEMORY.md')).toBe('- [Release rules](release_rules.md) — Not on Fridays\n');
  });

  it('keeps every other byte of a hand-written index', async () => {
    const before = '# Mine\r\n\r\n> a note\r\n\r\n- [Old](old.md) — my own words\r\n\r\nfooter';
    const { store, text } = await openTestStore({
      'MEMORY.md': before,
      'old.md': entryText('old', 'd', 'project', 'b'),
    });
    await store.save({ ...rules, body: 'x' });
    const after = (await text('MEMORY.md')) as string;
    expect(after.split('\r\n').filter((line) => !line.includes('release_rules'))).toEqual(
      before.split('\r\n'),
    );
  });

  it.each([
    [{ name: 'n', type: 'user', body: 'b' }, /needs a description/],
    [{ name: 'n', description: 'd', body: 'b' }, /needs a type/],
    [{ name: '', description: 'd', type: 'user' }, /name/],
    [{ name: 'n', description: 'd', type: 'decision' }, /"decision" is not a type/],
    [{ name: 'n', description: ' ', type: 'user' }, /description is empty/],
    [{ name: 'n', description: 'd', type: 'user', boddy: 'x' }, /boddy/],
  ])('refuses %j and writes nothing', async (input, message) => {
    const { store, files } = await openTestStore();
    await expect(store.save(input as never)).rejects.toThrow(message);
    expect(await files()).toEqual([]);
  });

  it('follows the shape of the newest entries', async () => {
    const nested = '---\nname: n\ndescription: d\nmetadata: \n  type: user\n---\n\nb\n';
    const { store, text } = await openTestStore({ 'n.md': nested });
    await store.save({ ...rules, body: 'b' });
    expect(await text('release_rules.md')).toContain('metadata:');
  });

  it('refuses a near name, and makes it when told to', async () => {
    const { store, files } = await openTestStore({
      'a-b.md': entryText('a-b', 'd', 'user', 'mine'),
    });
    const twin = { name: 'A_B', description: 'd', type: 'user', body: 'x' } as const;
    await expect(store.save(twin)).rejects.toMatchObject({
      code: 'AMBIGUOUS',
      candidates: ['a-b.md'],
    });
    expect(await files()).toEqual(['a-b.md']);
    expect((await store.save(twin, { create: true })).created).toBe(true);
  });

  it('has one winner when the name must be free', async () => {
    const { store } = await openTestStore();
    const saves = [1, 2, 3].map((n) => store.save({ ...rules, body: `${n}` }, { ifVersion: null }));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('keeps 20 saves that nobody awaits', async () => {
    const { store, files, text } = await openTestStore();
    const names = Array.from({ length: 20 }, (_, n) => `entry ${n}`);
    await Promise.all(names.map((name) => store.save({ ...rules, name, body: 'b' })));
    expect(await files()).toHaveLength(21);
    expect((await text('MEMORY.md'))?.trim().split('\n')).toHaveLength(20);
  });
});

describe('save of an entry that is there', () => {
  const file =
    '---\nname: lane-plan\ndescription: old\ntype: project # keep\ncreated: 2026-05-02\nmodified: 2020-01-01T00:00:00Z\n---\nBody.\n';

  it('changes the given fields and an existing modified, nothing else', async () => {
    const { store, text } = await openTestStore({ 'lane.md': file });
    const result = await store.save({ name: 'lane-plan', description: 'new' });
    expect(result).toMatchObject({ created: false, changed: ['lane.md'] });
    expect(await text('lane.md')).toBe(
      file
        .replace('description: old', 'description: new')
        .replace('2020-01-01T00:00:00Z', fixedTime.toISOString()),
    );
  });

  it('writes nothing when nothing is new', async () => {
    const { store, text } = await openTestStore({ 'lane.md': file });
    const result = await store.save({ name: 'lane-plan', description: 'old', type: 'project' });
    expect(result.changed).toEqual([]);
    expect(await text('lane.md')).toBe(file);
  });

  it('applies only its fields to what somebody else wrote in between', async () => {
    const { storage, store, put, text } = await openTestStore({ 'lane.md': file });
    const write = storage.write.bind(storage);
    let meddled = false;
    storage.write = async (path, bytes, options) => {
      if (path === 'lane.md' && !meddled) {
        meddled = true;
        await put('lane.md', file.replace('Body.', 'Theirs.'));
      }
      return write(path, bytes, options);
    };
    await store.update('lane-plan', { description: 'mine' });
    expect(await text('lane.md')).toMatch(/description: mine[\s\S]*Theirs\./);
  });

  it('refuses a version that is not current', async () => {
    const { store, put, text } = await openTestStore({ 'lane.md': file });
    const { version } = await store.get('lane-plan');
    const theirs = file.replace('Body.', 'Theirs, and longer.');
    await put('lane.md', theirs);
    await expect(
      store.update('lane-plan', { body: 'mine' }, { ifVersion: version }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await text('lane.md')).toBe(theirs);
  });

  it('refuses the same change of two callers from one version, so that counting works', async () => {
    const { store } = await openTestStore({ 'n.md': entryText('n', 'd', 'user', '1') });
    const { version } = await store.get('n');
    const count = () => store.update('n', { body: '2\n' }, { ifVersion: version });
    await count();
    await expect(count()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('moves a hook that was the description, and no other', async () => {
    const { store, text } = await openTestStore({
      'lane.md': file,
      'MEMORY.md': '- [Lanes](lane.md) — old\n- [Again](lane.md) — by hand\n',
    });
    await store.update('lane-plan', { description: 'new' });
    expect(await text('MEMORY.md')).toBe(
      '- [Lanes](lane.md) — new\n- [Again](lane.md) — by hand\n',
    );
  });
});

describe('what a save says of the index', () => {
  it('warns above 200 lines and names what is not seen', async () => {
    const lines = Array.from({ length: 205 }, (_, n) => `- [n${n}](n${n}.md) — x\n`).join('');
    const { store } = await openTestStore({ 'MEMORY.md': lines });
    const { warnings } = await store.save({ ...rules, body: 'b' });
    expect(warnings).toMatchObject([{ kind: 'index-over-lines' }]);
    expect(warnings[0]?.message).toMatch(/release_rules\.md|Release rules/);
  });

  it('warns above 80 %', async () => {
    const lines = Array.from({ length: 170 }, (_, n) => `- [n${n}](n${n}.md) — x\n`).join('');
    const { store } = await openTestStore({ 'MEMORY.md': lines });
    const { warnings } = await store.save({ ...rules, body: 'b' });
    expect(warnings.map((warning) => warning.kind)).toEqual(['index-near-limit']);
  });
});
