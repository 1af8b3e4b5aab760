import { describe, expect, it } from 'vitest';
import { entryText, fixedTime, openTestStore } from '../../test/open-test-store.js';

const files = {
  'queue.md': entryText('queue', 'which queue', 'project', 'Use the fast one.'),
  'other.md': entryText('other', 'd', 'project', 'See [[queue-names]].'),
  'MEMORY.md': '- [queue](queue.md) — which queue\n- [Other](other.md) — mine\n',
};

async function openForEdit(path = 'queue.md', extra: Record<string, string> = {}) {
  const opened = await openTestStore({ ...files, ...extra });
  const file = await opened.store.getFile(path);
  const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
  const replace = (text: string) =>
    opened.store.replaceFile(file.path, new TextEncoder().encode(text), {
      ifVersion: file.version,
    });
  return { ...opened, file, source, replace };
}

describe('getFile and replaceFile', () => {
  it('hand out the bytes and keep what was written, unknown keys and comments too', async () => {
    const { source, replace, text, file } = await openForEdit();
    expect(file).toMatchObject({ path: 'queue.md', name: 'queue' });
    expect(source).toBe(files['queue.md']);
    const edited = source.replace('type:', '# by hand\nowner:   "me"\ntype:');
    const result = await replace(edited);
    expect(result).toMatchObject({ created: false, changed: ['queue.md'] });
    expect(result.entry.metadata).toMatchObject({ owner: 'me' });
    expect(await text('queue.md')).toBe(edited);
    expect(await text('MEMORY.md')).toBe(files['MEMORY.md']);
  });

  it('let index lines follow name and description, and keep the path', async () => {
    const { source, replace, text, files: paths } = await openForEdit();
    const edited = source.replace('name: queue', 'name: Queues').replace('which queue', 'both');
    expect((await replace(edited)).changed).toEqual(['queue.md', 'MEMORY.md']);
    expect(await text('MEMORY.md')).toBe(
      '- [Queues](queue.md) — both\n- [Other](other.md) — mine\n',
    );
    expect(await paths()).toEqual(['MEMORY.md', 'other.md', 'queue.md']);
  });

  it('set the time of the change where the header has one and its editor left it', async () => {
    const dated = files['queue.md'].replace('type:', 'modified: 2020-01-01T00:00:00.000Z\ntype:');
    const first = await openForEdit('queue.md', { 'queue.md': dated });
    await first.replace(first.source.replace('fast', 'slow'));
    const now = fixedTime.toISOString();
    expect(await first.text('queue.md')).toBe(
      dated.replace('fast', 'slow').replace('2020-01-01T00:00:00.000Z', now),
    );
    const second = await openForEdit('queue.md', { 'queue.md': dated });
    await second.replace(dated.replace('2020-01-01', '2021-01-01'));
    expect(await second.text('queue.md')).toBe(dated.replace('2020-01-01', '2021-01-01'));
  });

  it('write nothing when nothing is new', async () => {
    const { source, replace } = await openForEdit();
    expect((await replace(source)).changed).toEqual([]);
  });

  it.each<[string, (source: string) => string, RegExp]>([
    ['a header that never ends', (source) => source.replace('\n---\n', '\n'), /never closed/],
    ['a header that is no YAML', (source) => source.replace('which', 'a: "b" c'), /YAML/],
    ['no name', (source) => source.replace('name: queue\n', ''), /no name/],
    ['a type of its own', (source) => source.replace('project', 'opinion'), /opinion/],
    ['a name with a control character', (source) => source.replace('queue', '"a\\u0007"'), /U\+/],
    ['nothing at all', () => '', /empty/],
    ['too long a description', (source) => source.replace('which', 'x'.repeat(4001)), /4,000/],
  ])('refuse %s, with nothing written', async (_, edit, says) => {
    const { source, replace, text } = await openForEdit();
    await expect(replace(edit(source))).rejects.toMatchObject({
      code: 'INVALID_ENTRY',
      message: expect.stringMatching(says),
    });
    expect(await text('queue.md')).toBe(source);
  });

  it('refuse the name of another entry, near ones too', async () => {
    const { source, replace } = await openForEdit();
    for (const name of ['other', 'OTHER']) {
      await expect(replace(source.replace('name: queue', `name: ${name}`))).rejects.toMatchObject({
        code: 'AMBIGUOUS',
        candidates: ['other.md'],
      });
    }
  });

  it('let an old fault be, and be mended', async () => {
    const broken = files['queue.md'].replace('which queue', 'a: b: "c" d');
    const { source, replace, text } = await openForEdit('queue.md', { 'queue.md': broken });
    await replace(source.replace('fast', 'slow'));
    expect(await text('queue.md')).toBe(broken.replace('fast', 'slow'));
  });

  it('take bytes that are no UTF-8 only where they were there before', async () => {
    const { store, storage, file } = await openForEdit();
    const broken = new Uint8Array([...file.bytes, 0xff, 10]);
    const { ifVersion } = { ifVersion: file.version };
    await expect(store.replaceFile('queue', broken, { ifVersion })).rejects.toMatchObject({
      code: 'INVALID_ENTRY',
    });
    const { version } = await storage.write(file.path, broken);
    const more = new Uint8Array([...broken, 97, 10]);
    await store.replaceFile('queue', more, { ifVersion: version });
    expect((await store.getFile('queue')).bytes).toEqual(more);
  });

  it('never write over what somebody else wrote meanwhile', async () => {
    const { source, replace, put, text } = await openForEdit();
    await put('queue.md', `${source}Theirs.\n`);
    await expect(replace(`${source}Mine.\n`)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await text('queue.md')).toBe(`${source}Theirs.\n`);
  });

  it('can be taken back', async () => {
    const { store, source, replace, text } = await openForEdit();
    await replace(source.replace('fast', 'slow'));
    expect((await store.undo()).undone).toBe('edit "queue"');
    expect(await text('queue.md')).toBe(source);
  });

  it('act as if an ignored entry did not exist', async () => {
    const { store } = await openForEdit();
    await expect(store.getFile('queue', { ignore: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
