import { describe, expect, it } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';

const linked = {
  'queue_names.md': entryText('queue-names', 'which queue', 'project', 'Q'),
  'other.md': entryText('other', 'd', 'project', 'See [[queue-names]] and [[nowhere]].'),
  'MEMORY.md': '- [queue-names](queue_names.md) — by hand\n- [Other](other.md)\n',
};

describe('rename', () => {
  it('changes name, file and index link, and reports links that are dead now', async () => {
    const { store, text, files } = await openTestStore(linked);
    const result = await store.rename('queue-names', 'Queues');
    expect(result).toMatchObject({
      from: 'queue_names.md',
      entry: { name: 'Queues', path: 'queues.md' },
    });
    expect(result.warnings).toMatchObject([{ kind: 'link-dead', path: 'other.md' }]);
    expect(await files()).toEqual(['MEMORY.md', 'other.md', 'queues.md']);
    expect(await text('other.md')).toBe(linked['other.md']);
    expect(await text('MEMORY.md')).toBe('- [Queues](queues.md) — by hand\n- [Other](other.md)\n');
  });

  it('refuses the name of another entry, near ones too', async () => {
    const { store, files } = await openTestStore(linked);
    for (const name of ['other', 'OTHER']) {
      await expect(store.rename('queue-names', name)).rejects.toMatchObject({ code: 'AMBIGUOUS' });
    }
    expect(await files()).toEqual(Object.keys(linked).sort());
  });

  it('of only the case changes the header in place', async () => {
    const { store, files } = await openTestStore({
      'plan.md': entryText('plan', 'd', 'user', 'b'),
    });
    expect((await store.rename('plan', 'Plan')).entry.name).toBe('Plan');
    expect(await files()).toEqual(['plan.md']);
  });

  it('to the same name changes nothing', async () => {
    const { store } = await openTestStore({ 'plan.md': entryText('plan', 'd', 'user', 'b') });
    expect((await store.rename('plan', 'plan')).changed).toEqual([]);
  });
});
