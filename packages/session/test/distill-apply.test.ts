import {
  ConflictError,
  createMemoryStore,
  MemoryError,
  type Storage,
  type StoragePath,
  storagePath,
} from '@mem/core';
import { createMemfsStorage, failingStorage } from '@mem/memfs';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  applyPlan,
  type DistillationPlan,
  planByRules,
  planDistillation,
  previewPlan,
  readDistillInput,
  readPlan,
  renderPlan,
  undoRun,
  unfinishedRun,
} from '../src/index.js';
import { note, put, snapshotOf, storageWith, textOf } from './test-directory.js';

const now = new Date('2026-11-30T10:00:00Z');
const options = { now: () => now, maxDeletions: 100, maxDeletedShare: 1 };
const index =
  '# Mine\n\n## Work\n- [Deploy](deploy.md) — by hand\n- [Tests](tests.md) — by hand\n\nKeep this.\n';

let storage: Storage;
beforeEach(async () => {
  storage = await storageWith({
    'MEMORY.md': index,
    'deploy.md': note('deploy', 'Blue-green.\r'),
    'tests.md': note('tests', 'Run them twice.'),
    'style.md': note('style', 'Short.'),
    'notes.txt': 'not ours\n',
    'logs/2026/11/2026-11-29.md': '- 10:00:00+00:00 Said a thing\n',
  });
});

const about = { reason: 'since', sources: ['logs/2026/11/2026-11-29.md:1'] };
const create = {
  kind: 'create',
  name: 'deploy day',
  description: 'When we deploy',
  type: 'project',
  body: 'Tuesdays.',
  ...about,
};
const merge = { kind: 'merge', into: 'deploy.md', from: ['tests.md'], body: 'Both.', ...about };
const update = { kind: 'update', path: 'style.md', body: 'Shorter.', ...about };
const removal = { kind: 'delete', path: 'tests.md', ...about };

async function planOf(...operations: unknown[]): Promise<DistillationPlan> {
  const model = async () => JSON.stringify({ operations });
  const plan = await planDistillation(await readDistillInput(storage, { now }), { model });
  expect(plan.rejected).toEqual([]);
  return plan;
}

function kindsOf(operations: readonly { kind: string }[]): string[] {
  return operations.map(({ kind }) => kind);
}

describe('apply', () => {
  test('does it all, touches nothing else, and undo gives every byte back', async () => {
    const before = await snapshotOf(storage);
    const result = await applyPlan(storage, await planOf(create, merge, update), options);
    expect([kindsOf(result.applied), result.refused]).toEqual([['create', 'update', 'merge'], []]);
    expect(result.changed.toSorted()).toEqual([
      'MEMORY.md',
      'deploy.md',
      'deploy_day.md',
      'style.md',
      'tests.md',
    ]);
    const after = await snapshotOf(storage);
    for (const path of ['notes.txt', 'logs/2026/11/2026-11-29.md']) {
      expect(after.get(path)).toBe(before.get(path));
    }
    expect(await textOf(storage, 'MEMORY.md')).toContain('(deploy_day.md)');
    expect(await textOf(storage, 'MEMORY.md')).not.toContain('tests.md');
    const undone = await undoRun(storage);
    expect([undone.kept, undone.warnings]).toEqual([[], []]);
    expect(await snapshotOf(storage)).toEqual(before);
  });

  test('does what the preview showed, byte for byte', async () => {
    const plan = await planOf(create, merge, update);
    const before = await snapshotOf(storage);
    const preview = await previewPlan(storage, plan, options);
    expect(await snapshotOf(storage)).toEqual(before);
    await applyPlan(storage, plan, options);
    const shown = new Map<string, string | null>();
    for (const { files } of preview.operations) {
      for (const { path, after } of files) shown.set(path, after);
    }
    for (const [path, after] of shown) expect((await textOf(storage, path)) ?? null).toBe(after);
  });

  test('a plan survives being kept as JSON', async () => {
    const plan = await planOf(create, merge, update);
    expect(readPlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
    for (const broken of [null, [], {}, { ...plan, version: 2 }, { ...plan, operations: [{}] }]) {
      expect(() => readPlan(broken)).toThrow(MemoryError);
    }
    const [first] = plan.operations;
    const leading = {
      ...first,
      kind: 'delete',
      target: { path: '../x.md', name: 'x', sha256: 'a'.repeat(64) },
    };
    expect(() => readPlan({ ...plan, operations: [leading] })).toThrow(MemoryError);
    expect(() => readPlan({ ...plan, operations: [first, first] })).toThrow('same id');
  });

  test('refuses the operation whose file was changed after the plan, and does the others', async () => {
    const plan = await planOf(create, merge, update);
    await put(storage, 'tests.md', note('tests', 'Run them three times.'));
    const result = await applyPlan(storage, plan, options);
    expect([kindsOf(result.applied), result.refused.map(({ why }) => why)]).toEqual([
      ['create', 'update'],
      ['tests.md was changed after the plan was made; make a new plan.'],
    ]);
    expect(await textOf(storage, 'tests.md')).toContain('three times');
    expect(await textOf(storage, 'deploy.md')).toContain('Blue-green.');
  });

  test('refuses to merge into what was changed or removed', async () => {
    const plan = await planOf({ ...merge, body: undefined });
    await storage.remove(storagePath('deploy.md'));
    const result = await applyPlan(storage, plan, options);
    expect(result.refused[0]?.why).toBe(
      'deploy.md was removed after the plan was made; make a new plan.',
    );
    expect(await textOf(storage, 'tests.md')).toBeDefined();
  });

  test('takes a file that was only touched for what it is', async () => {
    const plan = await planOf(update);
    const text = (await textOf(storage, 'style.md'))!;
    await put(storage, 'style.md', 'other');
    await put(storage, 'style.md', text);
    expect((await applyPlan(storage, plan, options)).refused).toEqual([]);
  });

  test('a name that is taken meanwhile is not taken again', async () => {
    const plan = await planOf(create);
    await put(storage, 'Deploy Day.md', note('deploy day', 'Mine.'));
    const result = await applyPlan(storage, plan, options);
    expect([result.applied, result.refused.length, result.run]).toEqual([[], 1, undefined]);
    expect(await textOf(storage, 'Deploy Day.md')).toContain('Mine.');
  });

  test('finds no work in an empty plan, and writes nothing', async () => {
    const empty = createMemfsStorage();
    const plan = planByRules(await readDistillInput(empty, { now }));
    expect(await applyPlan(empty, plan, options)).toMatchObject({ applied: [], changed: [] });
    for await (const file of empty.list('.mem' as StoragePath)) expect(file).toBe('nothing');
  });

  test('refuses two operations on one file', async () => {
    const [one] = (await planOf(update)).operations;
    const [two] = (await planOf({ ...update, body: 'Longer.' })).operations;
    const plan = { ...(await planOf()), operations: [one!, { ...two!, id: '2' }] };
    const result = await applyPlan(storage, plan, options);
    expect(result.refused[0]?.why).toBe('style.md is changed by operation 1 already.');
  });

  test('a secret in a plan that was edited by hand is refused by the store', async () => {
    const plan = await planOf(update);
    const secret = `AKIA${'Q3EGRZ7PLXKTMWNA'}`;
    const edited = JSON.parse(JSON.stringify(plan).replace('Shorter.', secret));
    const result = await applyPlan(storage, readPlan(edited), options);
    expect([result.applied, result.refused.length]).toEqual([[], 1]);
    expect(result.refused[0]?.why).not.toContain(secret);
  });
});

describe('somebody writes while it is applied', () => {
  /** Runs the action right before the first write or removal of this path. */
  function meddling(path: string, action: (storage: Storage) => Promise<unknown>): Storage {
    let isDone = false;
    const before = async (touched: StoragePath) => {
      if (touched !== path || isDone) return;
      isDone = true;
      await action(storage);
    };
    return {
      read: (each) => storage.read(each),
      list: (prefix) => storage.list(prefix),
      write: async (each, bytes, how) => {
        await before(each);
        return storage.write(each, bytes, how);
      },
      remove: async (each, how) => {
        await before(each);
        return storage.remove(each, how);
      },
    };
  }

  test('a merge whose second half meets a change is taken back whole', async () => {
    const before = await snapshotOf(storage);
    const changed = note('tests', 'Changed meanwhile.');
    const racing = meddling('tests.md', (each) => put(each, 'tests.md', changed));
    const plan = await planOf(merge);
    const result = await applyPlan(racing, plan, options);
    expect([result.applied, kindsOf(result.refused.map(({ operation }) => operation))]).toEqual([
      [],
      ['merge'],
    ]);
    expect(await snapshotOf(storage)).toEqual(new Map([...before, ['tests.md', changed]]));
    await undoRun(storage);
    expect(await snapshotOf(storage)).toEqual(new Map([...before, ['tests.md', changed]]));
  });

  test('what others were merged into goes meanwhile: they come back', async () => {
    const racing = meddling('tests.md', (each) => each.remove(storagePath('deploy.md')));
    const plan = await planOf({ ...merge, body: undefined });
    const result = await applyPlan(racing, plan, options);
    expect(result.applied).toEqual([]);
    expect(await textOf(storage, 'tests.md')).toContain('Run them twice.');
    expect(await textOf(storage, 'MEMORY.md')).toBe(index);
  });

  test('lines that others write into the index stay, also after an undo', async () => {
    const racing = meddling('MEMORY.md', (each) => put(each, 'MEMORY.md', `${index}\nTheirs.\n`));
    await applyPlan(racing, await planOf(create, removal), options);
    expect(await textOf(storage, 'MEMORY.md')).toMatch(/Theirs\./);
    await undoRun(storage);
    expect(await textOf(storage, 'MEMORY.md')).toBe(`${index}\nTheirs.\n`);
  });
});

describe('undo', () => {
  test('leaves alone what a person edited since, says so, and takes back the rest', async () => {
    const before = await snapshotOf(storage);
    await applyPlan(storage, await planOf(create, merge, update), options);
    await put(storage, 'style.md', 'mine now\n');
    await put(storage, 'deploy_day.md', 'mine too\n');
    const { kept } = await undoRun(storage);
    expect(kept.map(({ path }) => path).toSorted()).toEqual(['deploy_day.md', 'style.md']);
    expect(kept[0]?.why).toMatch(/was changed after the distillation, so it stays as it is now\.$/);
    const after = await snapshotOf(storage);
    expect([after.get('style.md'), after.get('deploy_day.md')]).toEqual([
      'mine now\n',
      'mine too\n',
    ]);
    expect([after.get('deploy.md'), after.get('tests.md')]).toEqual([
      before.get('deploy.md'),
      before.get('tests.md'),
    ]);
    expect(await textOf(storage, 'MEMORY.md')).toContain('deploy_day.md');
    expect(await textOf(storage, 'MEMORY.md')).toContain('- [Tests](tests.md) — by hand\n');
  });

  test('keeps what a person wrote into the index since', async () => {
    await applyPlan(storage, await planOf(create, removal), options);
    const left = (await textOf(storage, 'MEMORY.md'))!;
    await put(storage, 'MEMORY.md', `${left}\nA line of mine.\n`);
    await undoRun(storage);
    expect(await textOf(storage, 'MEMORY.md')).toBe(`${index}\nA line of mine.\n`);
  });

  test('a new file in the place of one that went is kept', async () => {
    await applyPlan(storage, await planOf(removal), options);
    await put(storage, 'tests.md', note('tests', 'Anew.'));
    const { kept, restored } = await undoRun(storage);
    expect(kept.map(({ path }) => path)).toEqual(['tests.md']);
    expect(restored).not.toContain('tests.md');
    expect(await textOf(storage, 'tests.md')).toContain('Anew.');
  });

  test('a file that somebody removed since comes back', async () => {
    const before = await snapshotOf(storage);
    await applyPlan(storage, await planOf(update), options);
    await storage.remove(storagePath('style.md'));
    expect((await undoRun(storage)).kept).toEqual([]);
    expect(await snapshotOf(storage)).toEqual(before);
  });

  test('takes back one run after the other, newest first, then says that none is left', async () => {
    const before = await snapshotOf(storage);
    await applyPlan(storage, await planOf(update), options);
    const between = await snapshotOf(storage);
    const later = { ...options, now: () => new Date(now.getTime() + 1000) };
    await applyPlan(storage, await planOf(removal), later);
    await undoRun(storage);
    expect(await snapshotOf(storage)).toEqual(between);
    await undoRun(storage);
    expect(await snapshotOf(storage)).toEqual(before);
    await expect(undoRun(storage)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(undoRun(storage, { run: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a copy that is gone or damaged is said, and nothing is put in its place', async () => {
    await applyPlan(storage, await planOf(update), options);
    const after = await textOf(storage, 'style.md');
    for await (const { path } of storage.list('.mem/distill' as StoragePath)) {
      if (path.includes('/copy-')) await put(storage, path, 'damaged');
    }
    const { kept } = await undoRun(storage);
    expect(kept).toEqual([{ path: 'style.md', why: 'No copy of style.md from before is left.' }]);
    expect(await textOf(storage, 'style.md')).toBe(after);
  });

  test('a record that was tampered with names no file outside of the memories', async () => {
    const { run } = await applyPlan(storage, await planOf(update), options);
    const path = `.mem/distill/${run}/run.json`;
    const record = (await textOf(storage, path))!;
    for (const evil of ['../outside.md', '/etc/passwd', 'notes.txt', '.mem/lock', 'MEMORY.md']) {
      await put(storage, path, record.replaceAll('style.md', evil));
      await expect(undoRun(storage)).rejects.toMatchObject({ code: 'UNREADABLE_ENTRY' });
    }
    expect(await textOf(storage, 'notes.txt')).toBe('not ours\n');
  });

  test('copies of ten runs are kept, and those of older ones go', async () => {
    for (let at = 0; at < 12; at++) {
      const [operation] = (await planOf({ ...update, body: `Body ${at}.` })).operations;
      const plan = { ...(await planOf()), operations: [operation!] };
      await applyPlan(storage, plan, {
        ...options,
        now: () => new Date(now.getTime() + at * 1000),
      });
    }
    const runs = new Set<string>();
    for await (const { path } of storage.list('.mem/distill' as StoragePath)) {
      runs.add(path.split('/')[2] ?? '');
    }
    expect(runs.size).toBe(10);
  });
});

describe('the cap on deletions', () => {
  const four = { ...removal };

  test.each([
    [{ maxDeletions: 0 }, false],
    [{ maxDeletions: 1, maxDeletedShare: 0 }, true],
    [{ maxDeletions: 1, maxDeletedShare: 1 }, true],
  ])('%o lets one file go: %s', async (cap, goes) => {
    const result = await applyPlan(storage, await planOf(four), { now: () => now, ...cap });
    expect(result.applied.length === 1).toBe(goes);
    expect((await textOf(storage, 'tests.md')) === undefined).toBe(goes);
  });

  test('over it nothing is deleted or merged, the rest is done, and it says so', async () => {
    for (let at = 0; at < 60; at++) await put(storage, `n${at}.md`, note(`n${at}`, `Fact ${at}.`));
    const gone = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ kind: 'delete', path: `n${at}.md`, ...about }));
    const over = await planOf(...gone(5), { ...merge, body: undefined }, update);
    const result = await applyPlan(storage, over, { now: () => now });
    expect([kindsOf(result.applied), result.refused.length]).toEqual([['update'], 6]);
    expect(result.refused[0]?.why).toContain('would remove 6 of 63 files, and 5 may go at once');
    const at = await applyPlan(storage, await planOf(...gone(5)), {
      now: () => new Date(now.getTime() + 1000),
    });
    expect(at.applied).toHaveLength(5);
  });

  test('of few files a tenth may go, and one in any case', async () => {
    const plan = await planOf(removal, { kind: 'delete', path: 'style.md', ...about });
    const result = await applyPlan(storage, plan, { now: () => now });
    expect(result.refused[0]?.why).toContain('would remove 2 of 3 files, and 1 may go at once');
  });
});

test('copies that cannot be kept: nothing is changed', async () => {
  const before = await snapshotOf(storage);
  const plan = await planOf(update);
  const full = failingStorage(storage, { method: 'write', call: 1 });
  await expect(applyPlan(full, plan, options)).rejects.toMatchObject({ code: 'STORAGE' });
  expect(await snapshotOf(storage)).toEqual(before);
  expect(await unfinishedRun(storage)).toBeUndefined();
});

test('a failing disk in the midst of it: each file old or new, and all of it can be taken back', async () => {
  const before = await snapshotOf(storage);
  const plan = await planOf(create, merge, update);
  for (let call = 2; call < 30; call++) {
    const failing = failingStorage(storage, { method: 'write', call });
    await applyPlan(failing, plan, {
      ...options,
      now: () => new Date(now.getTime() + call * 1000),
    }).catch(() => undefined);
    if ((await snapshotOf(storage)).size > 0) await undoRun(storage).catch(() => undefined);
    expect(await snapshotOf(storage), `call ${call}`).toEqual(before);
  }
});

test('an unfinished run is in the way of another plan, with the remedy', async () => {
  const plan = await planOf(update);
  const record = failingStorage(storage, { method: 'write', call: 6, error: new Error('killed') });
  await expect(applyPlan(record, plan, options)).rejects.toThrow();
  if (await unfinishedRun(storage)) {
    await expect(applyPlan(storage, plan, options)).rejects.toThrow('mem distill --undo');
  }
  expect(new ConflictError(storagePath('a.md'), null).code).toBe('CONFLICT');
});

test('a plan reads as a diff, whatever stands in the memories', async () => {
  await put(storage, 'evil.md', note('evil', 'One.\n+++ b/forged.md\n@@ -1 +1 @@'));
  const plan = await planOf(create, { kind: 'delete', path: 'evil.md', ...about });
  const text = renderPlan(plan, await previewPlan(storage, plan, options));
  expect(text).toContain(
    '1. create "deploy day"\n   Why: since\n   From: logs/2026/11/2026-11-29.md:1\n',
  );
  expect(text).toContain('--- /dev/null\n+++ b/deploy_day.md\n@@ -0,0 +1');
  expect(text).toContain('--- a/evil.md\n+++ /dev/null\n');
  expect(text).toContain('\n-+++ b/forged.md\n');
  const [, second] = plan.operations;
  const forged = { ...plan, operations: [{ ...second!, reason: 'x\n+++ b/forged.md' }] };
  expect(renderPlan(forged, await previewPlan(storage, forged, options))).not.toMatch(
    /^\+\+\+ b\/forged/m,
  );
});

test('a storage may call one content by another version each time', async () => {
  let reads = 0;
  const renaming: Storage = {
    read: async (path) => {
      const file = await storage.read(path);
      return file && { ...file, version: `${file.version} ${++reads}` };
    },
    list: (prefix) => storage.list(prefix),
    write: (path, bytes, how) => storage.write(path, bytes, given(how)),
    remove: (path, how) => storage.remove(path, given(how)),
  };
  const given = <T extends { expect?: string | null }>(how: T | undefined): T =>
    ({ ...how, ...(how?.expect ? { expect: how.expect.split(' ')[0] } : {}) }) as T;
  const result = await applyPlan(renaming, await planOf(create, merge, update), options);
  expect(result.refused).toEqual([]);
});

test('what a person purges is in no copy of a run either, and the rest can be taken back', async () => {
  const plan = await planOf({ ...update, body: 'Word xyzzy.' }, { ...merge, body: undefined });
  await applyPlan(storage, plan, options);
  await put(storage, 'deploy.md', note('deploy', 'plugh'));
  const store = createMemoryStore(storage);
  await store.delete('style', { purge: true });
  const left: string[] = [];
  for await (const { path } of storage.list(storagePath('.mem'))) {
    if ((await textOf(storage, path))?.match(/xyzzy|Short\.|About style/)) left.push(path);
  }
  expect(left).toEqual([]);
  const { kept } = await undoRun(storage);
  expect(kept.map(({ path }) => path)).toEqual(['style.md']);
  expect(await textOf(storage, 'tests.md')).toContain('Run them twice.');
  expect(await textOf(storage, 'MEMORY.md')).toContain('tests.md');
});
