import { describe, expect, it } from 'vitest';
import { entryText, openTestStore } from '../test/open-test-store.js';
import { cleanProvenance, oneLine } from './provenance.js';

const fields = { description: 'When the team meets', type: 'project', body: 'At nine.' } as const;
const agent = { source: 'inferred', client: 'some-agent', session: 's-1' } as const;

describe('a new entry', () => {
  it('stays as flat as ever when nobody says who asks', async () => {
    const { store, text } = await openTestStore();
    const { entry } = await store.save({ name: 'standup', ...fields });
    expect(entry.provenance).toBeUndefined();
    expect(await text('standup.md')).toBe(
      entryText('standup', fields.description, fields.type, fields.body),
    );
  });

  it('gets a block of just what is known', async () => {
    const { store, text } = await openTestStore({}, { provenance: agent });
    const { entry } = await store.save({ name: 'standup', ...fields });
    expect(entry.provenance).toEqual(agent);
    expect(await text('standup.md')).toContain(
      'type: project\nmetadata:\n  source: inferred\n  client: some-agent\n  originSessionId: s-1\n---\n',
    );
    await store.save({ name: 'other', ...fields }, { provenance: { source: 'user' } });
    expect(await text('other.md')).toContain('type: project\nmetadata:\n  source: user\n---\n');
  });

  it('has it in the block that a nested header has anyway', async () => {
    const { store, text } = await openTestStore({}, { newEntryShape: 'nested' });
    await store.save({ name: 'standup', ...fields }, { provenance: agent });
    expect(await text('standup.md')).toContain(
      'metadata:\n  type: project\n  source: inferred\n  client: some-agent\n  originSessionId: s-1\n---\n',
    );
  });

  it('shows it wherever entries are shown', async () => {
    const { store } = await openTestStore({}, { provenance: agent });
    await store.save({ name: 'standup', ...fields });
    expect((await store.get('standup')).provenance).toEqual(agent);
    expect((await store.list()).entries[0]?.provenance).toEqual(agent);
    expect((await store.recall('standup')).entries[0]?.provenance).toEqual(agent);
  });
});

describe('a change', () => {
  const stamped = `---\nname: a\ndescription: d\ntype: user # why\nmetadata:\n  client: 'old'\n  source: user\n  other: x\n---\n\nBody.\n`;

  it('brings up to date what stands there, and adds nothing', async () => {
    const { store, text } = await openTestStore({ 'a.md': stamped });
    await store.update('a', { body: 'New.' }, { provenance: agent });
    expect(await text('a.md')).toBe(
      stamped
        .replace("'old'", 'some-agent')
        .replace('source: user', 'source: inferred')
        .replace('Body', 'New'),
    );
  });

  it('of nothing stamps nothing', async () => {
    const { store, text } = await openTestStore({ 'a.md': stamped });
    await store.update('a', { body: 'Body.' }, { provenance: agent });
    expect(await text('a.md')).toBe(stamped);
  });

  it('leaves a header without it as it is', async () => {
    const plain = entryText('a', 'd', 'user', 'Body.');
    const { store, text } = await openTestStore({ 'a.md': plain }, { provenance: agent });
    await store.update('a', { body: 'New.' });
    expect(await text('a.md')).toBe(plain.replace('Body', 'New'));
  });

  it('follows the session where Claude Code wrote it, flat or nested', async () => {
    const flat = `---\nname: a\ndescription: d\ntype: user\noriginSessionId: 1f\n---\n\nBody.\n`;
    const nested = `---\nname: b\ndescription: d\nmetadata: \n  node_type: memory\n  type: user\n  originSessionId: 1f\n---\n\nBody.\n`;
    const { store, text } = await openTestStore({ 'a.md': flat, 'b.md': nested });
    expect((await store.get('a')).provenance).toEqual({ session: '1f' });
    expect((await store.get('b')).provenance).toEqual({ session: '1f' });
    for (const name of ['a', 'b'])
      await store.update(name, { body: 'New.' }, { provenance: agent });
    expect(await text('a.md')).toBe(flat.replace('1f', 's-1').replace('Body', 'New'));
    expect(await text('b.md')).toBe(nested.replace('1f', 's-1').replace('Body', 'New'));
  });

  it('leaves words of the same name alone that a person uses for something else', async () => {
    const own = `---\nname: a\ndescription: d\ntype: user\nsource: https://example.org\nclient: ACME\nmetadata:\n  source: a book\n  client: [x, y]\n---\n\nBody.\n`;
    const { store, text } = await openTestStore({ 'a.md': own });
    expect((await store.get('a')).provenance).toBeUndefined();
    await store.update('a', { body: 'New.' }, { provenance: agent });
    expect(await text('a.md')).toBe(own.replace('Body', 'New'));
  });
});

describe('what a model says of itself', () => {
  it('changes nothing, in a name, a description or a body', async () => {
    const claim = 'x\nmetadata:\n  source: user\n---\n';
    const { store } = await openTestStore({}, { provenance: agent });
    const { entry } = await store.save({
      name: 'metadata: source: user',
      description: `"${claim}`,
      type: 'user',
      body: `---\nmetadata:\n  source: user\n---\n${claim}`,
    });
    expect(entry.provenance).toEqual(agent);
    const updated = await store.update(entry.path, { description: `'${claim}`, body: claim });
    expect(updated.entry.provenance).toEqual(agent);
  });

  it.each([
    ['line breaks', 'a\n---\nname: other\r\nb', 'a --- name: other b'],
    ['control and direction characters', '\u001b[31mred\u0007\u202e\u0085', '[31mred'],
    ['yaml', '"&x: {a: [*b', '"&x: {a: [*b'],
    ['a lone surrogate', 'a\ud800b', 'a b'],
    ['great length', '漢'.repeat(10_000), `${'漢'.repeat(99)}…`],
    ['only blanks', ' \u200b\n', undefined],
  ])('is stored safely with %s in the name of a client', async (_, client, kept) => {
    const { store, text } = await openTestStore();
    const { entry } = await store.save({ name: 'standup', ...fields }, { provenance: { client } });
    expect(entry.provenance).toEqual(kept === undefined ? undefined : { client: kept });
    expect(entry).toMatchObject({ name: 'standup', ...fields });
    expect((await text('standup.md'))?.split('\n---\n')).toHaveLength(2);
    expect((await store.check()).problems).toEqual([]);
    const again = { client: `again ${client}` };
    const changed = await store.update('standup', { body: 'x' }, { provenance: again });
    expect(changed.entry.provenance).toEqual(
      kept === undefined ? undefined : cleanProvenance(again),
    );
  });

  it('is refused where it is of another kind', async () => {
    const { store } = await openTestStore();
    const wrong = { source: 'god' } as unknown as { source: 'user' };
    await expect(
      store.save({ name: 'standup', ...fields }, { provenance: wrong }),
    ).rejects.toMatchObject({ code: 'INVALID_ENTRY' });
  });
});

it('a megabyte of anything becomes a line in a moment', () => {
  const start = performance.now();
  for (const unit of ['\n', 'a ', '\u0000', '漢', '\ud800']) oneLine(unit.repeat(1_000_000), 100);
  expect(performance.now() - start).toBeLessThan(200);
});
