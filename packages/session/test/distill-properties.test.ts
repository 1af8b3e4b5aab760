import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Storage, storagePath } from '@mem/core';
import { createMemfsStorage } from '@mem/memfs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyPlan,
  planDistillation,
  previewPlan,
  readDistillInput,
  renderPlan,
  undoRun,
} from '../src/index.js';
import { put, snapshotOf, storageWith } from './test-directory.js';

const now = new Date('2026-11-30T10:00:00Z');
const options = { now: () => now, maxDeletions: 1000, maxDeletedShare: 1 };

const name = fc.constantFrom('alpha', 'Beta', 'gamma delta', '中文', 'a', 'x-y', 'é');
const text = fc
  .array(
    fc.constantFrom(
      'One.',
      'Two.  ',
      '',
      '# Head',
      '[[alpha]]',
      '[[nobody|x]]',
      'until 2026-01-01',
      '中',
      '- [a](n1.md)',
      '---',
    ),
    { maxLength: 5 },
  )
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)));
const header = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ name, type: fc.constantFrom('user', 'project', 'odd') })
      .map(({ name, type }) => `---\nname: ${name}\ndescription: About it\ntype: ${type}\n---\n`),
  },
  {
    weight: 2,
    arbitrary: name.map(
      (each) =>
        `---\r\nname: ${each}\r\nmetadata: \r\n  type: user\r\n  modified: 2026-01-01T00:00:00Z\r\n---\r\n`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '---\nname: [broken\n---\n',
      '---\nname: a\n',
      '\ufeff---\nname: bom\ntype: user\n---\n',
    ),
  },
);
const path = fc.constantFrom(
  'n1.md',
  'n2.md',
  'n3.md',
  'n4.md',
  'sub/n1.md',
  'sub/n5.md',
  'odd name.md',
  'x.txt',
);
const index = fc.option(
  fc
    .array(
      fc.constantFrom(
        '# Index',
        '',
        '- [One](n1.md) — by hand',
        '- [Two](n2.md) — About it',
        '- [Gone](gone.md) — x',
        '  more of it',
        '| a | [n3](n3.md) |',
        'Text [n4](n4.md) in it.',
        '<!-- c -->',
      ),
      { maxLength: 9 },
    )
    .map((lines) => lines.join('\n')),
);
const directory = fc.record({
  files: fc.dictionary(
    path,
    fc.tuple(header, text).map((parts) => parts.join('')),
  ),
  index,
});

/** A model that proposes something of everything, right or wrong. */
const operation = fc.record(
  {
    kind: fc.constantFrom('create', 'update', 'merge', 'delete'),
    path,
    into: path,
    from: fc.array(path, { minLength: 1, maxLength: 3 }),
    name: fc.constantFrom('fresh', 'another', 'alpha', 'n1', '新'),
    description: fc.constantFrom('Told anew', 'About it'),
    type: fc.constantFrom('user', 'project'),
    body: fc.constantFrom('A new body.', 'One.', 'See [[fresh]].\n\nAnd more.'),
    reason: fc.constant('since'),
    sources: path.map((each) => [`${each}:1`]),
  },
  { requiredKeys: ['kind', 'reason', 'sources', 'name', 'type', 'description'] },
);

async function storageOf({
  files,
  index,
}: {
  files: Record<string, string>;
  index: string | null;
}) {
  return storageWith(index === null ? files : { ...files, 'MEMORY.md': index });
}

async function planFor(storage: Storage, operations: readonly unknown[]) {
  const model = async () => JSON.stringify({ operations });
  return planDistillation(await readDistillInput(storage, { now }), { model });
}

test('apply and undo give every byte back, whatever the directory and the plan', async () => {
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(
      directory,
      fc.array(operation, { maxLength: 6 }),
      async (files, operations) => {
        const storage = await storageOf(files);
        const before = await snapshotOf(storage);
        const plan = await planFor(storage, operations);
        const preview = await previewPlan(storage, plan, options);
        renderPlan(plan, preview);
        expect(await snapshotOf(storage)).toEqual(before);
        const result = await applyPlan(storage, plan, options);
        expect(result.applied.map(({ id }) => id)).toEqual(preview.operations.map(({ id }) => id));
        expect(result.refused.map(({ why }) => why)).toEqual(preview.refused.map(({ why }) => why));
        const after = await snapshotOf(storage);
        const changed = new Set<string>(result.changed);
        for (const path of new Set([...before.keys(), ...after.keys()])) {
          if (!changed.has(path)) expect([path, after.get(path)]).toEqual([path, before.get(path)]);
        }
        changes += changed.size;
        if (result.run !== undefined) expect((await undoRun(storage)).kept).toEqual([]);
        else expect(after).toEqual(before);
        expect(await snapshotOf(storage)).toEqual(before);
      },
    ),
    { numRuns: 150 },
  );
  expect(changes).toBeGreaterThan(100);
}, 120_000);

test('whatever people change between plan, apply and undo stays as they left it', async () => {
  await fc.assert(
    fc.asyncProperty(
      directory,
      fc.array(operation, { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(path, text), { maxLength: 2 }),
      fc.array(fc.tuple(path, text), { maxLength: 2 }),
      async (files, operations, meanwhile, since) => {
        const storage = await storageOf(files);
        const plan = await planFor(storage, operations);
        for (const [path, body] of meanwhile) await put(storage, path, `mine ${body}`);
        const before = await snapshotOf(storage);
        const { run } = await applyPlan(storage, plan, options);
        const mine = new Map(meanwhile.map(([path]) => [path as string, before.get(path)]));
        const applied = await snapshotOf(storage);
        for (const [path, text] of mine) expect(applied.get(path)).toBe(text);
        for (const [path, body] of since) await put(storage, path, `later ${body}`);
        const later = await snapshotOf(storage);
        if (run === undefined) return;
        await undoRun(storage);
        const after = await snapshotOf(storage);
        const sincePaths = new Set<string>(since.map(([path]) => path));
        for (const path of new Set([...before.keys(), ...after.keys()])) {
          if (path === 'MEMORY.md') continue;
          const wanted = sincePaths.has(path) ? later.get(path) : before.get(path);
          expect([path, after.get(path)]).toEqual([path, wanted]);
        }
      },
    ),
    { numRuns: 100 },
  );
}, 120_000);

const corpus = fileURLToPath(new URL('../../core/src/entry-file/fixtures/', import.meta.url));

test.each(readdirSync(corpus))(
  'a real shape, %s: planned without a change, and given back',
  async (shape) => {
    const storage = createMemfsStorage();
    const root = `${corpus}${shape}`;
    for (const item of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!item.isFile()) continue;
      const host = `${item.parentPath}/${item.name}`;
      const inside = host.slice(root.length + 1).replace(/^memory\//, '');
      if (inside.startsWith('.') || inside.includes('/.')) continue;
      await storage.write(storagePath(inside), readFileSync(host));
    }
    const before = await snapshotOf(storage);
    const input = await readDistillInput(storage, { now });
    const path = input.memories[0]?.path;
    const about = { reason: 'since', sources: [`${path}:1`] };
    const operations = input.memories.map((memory, at) =>
      at % 2 === 0
        ? {
            kind: 'update',
            path: memory.path,
            body: 'A new body.',
            description: 'Told anew',
            ...about,
          }
        : { kind: 'delete', path: memory.path, ...about },
    );
    const plan = await planFor(storage, operations);
    expect(await snapshotOf(storage)).toEqual(before);
    const result = await applyPlan(storage, plan, options);
    const after = await snapshotOf(storage);
    for (const path of input.untouchable.keys()) expect(after.get(path)).toBe(before.get(path));
    if (result.run !== undefined) await undoRun(storage);
    expect(await snapshotOf(storage)).toEqual(before);
  },
);
