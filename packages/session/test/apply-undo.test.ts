import { expect, test } from 'vitest';
import { applyPlan } from '../src/distill/apply-plan.js';
import { planByRules } from '../src/distill/plan-distillation.js';
import { readDistillInput } from '../src/distill/read-distill-input.js';
import { undoRun } from '../src/distill/undo-run.js';
import { note, put, snapshotOf, storageWith, textOf } from './test-directory.js';

const now = new Date('2026-11-30T10:00:00Z');

test('equal bodies become one entry, links follow, and undo gives every byte back', async () => {
  const storage = await storageWith({
    'MEMORY.md':
      '# Mine\n\n- [Deploy](deploy.md) — hand made\n- [Ship](ship.md) — other\n- [Gone](gone.md) — x\n',
    'ship.md': note('ship', 'Use blue-green.\nAlways.'),
    // Written last, or at the same moment: the newest is kept, else the first by path.
    'deploy.md': note('deploy', 'Use blue-green.  \n\nAlways.'),
    'other.md': note('other', 'See [[ship]] and [[nowhere]].'),
  });
  const before = await snapshotOf(storage);
  const plan = planByRules(await readDistillInput(storage, { now }));
  expect(await snapshotOf(storage)).toEqual(before);
  expect(plan.operations.map(({ kind }) => kind)).toEqual(['merge', 'index', 'update']);
  expect(plan.findings.map(({ kind }) => kind)).toEqual(['link-dead']);
  const result = await applyPlan(storage, plan, { now: () => now });
  expect(result.refused).toEqual([]);
  expect(result.applied).toHaveLength(3);
  expect(await textOf(storage, 'ship.md')).toBeUndefined();
  expect(await textOf(storage, 'other.md')).toContain('[[deploy]]');
  expect(await textOf(storage, 'MEMORY.md')).not.toContain('gone.md');
  const undone = await undoRun(storage);
  expect(undone.kept).toEqual([]);
  expect(await snapshotOf(storage)).toEqual(before);
});

test('a run whose record is damaged is told, and no older one is taken back in its place', async () => {
  const storage = await storageWith({ 'a.md': note('a', 'Same.'), 'b.md': note('b', 'Same.') });
  const distilled = async (at: Date) =>
    applyPlan(storage, planByRules(await readDistillInput(storage, { now: at })), {
      now: () => at,
    });
  await distilled(now);
  await put(storage, 'c.md', note('c', 'Same.'));
  const { run } = await distilled(new Date(now.getTime() + 1000));
  await put(storage, `.mem/distill/${run}/run.json`, '{"version":1,"files":[{"path":"../x.md"}]}');
  const before = await snapshotOf(storage);
  await expect(undoRun(storage)).rejects.toMatchObject({
    code: 'UNREADABLE_ENTRY',
    message: expect.stringMatching(
      /^\.mem\/distill\/.*run\.json is damaged, .*Nothing was changed/,
    ),
  });
  expect(await snapshotOf(storage)).toEqual(before);
});
