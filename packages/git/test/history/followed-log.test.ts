import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { git, openMemory } from './open-memory.js';

const fields = { description: 'd', type: 'user' } as const;
const body = Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join('');

test('a memory that was copied from another, or resembles it, has a history of its own', async () => {
  const { directory, store, history } = openMemory();
  await store.save({ name: 'model', ...fields, body });
  await store.update('model', { body: `${body}more\n` });
  await store.save({ name: 'like-it', ...fields, body: `${body}more\n` });
  copyFileSync(`${directory}/model.md`, `${directory}/copy.md`);
  await store.update('model.md', { body: `${body}again\n` });
  const subjects = async (path: string) => (await history.log({ path })).map((c) => c.subject);
  expect(await subjects('like-it.md')).toEqual(['save "like-it"']);
  expect(await subjects('copy.md')).toEqual(['Changed outside of @mem: added copy.md']);
  expect(await subjects('model.md')).toHaveLength(3);
  await expect(history.show('like-it.md', 'HEAD~3')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a renamed memory keeps its history, and not that of the one whose name it took', async () => {
  const { store, history } = openMemory();
  await store.save({ name: 'one', ...fields, body: 'quite another text\nof two lines\n' });
  await store.delete('one');
  await store.save({ name: 'two', ...fields, body });
  await store.rename('two', 'three');
  await store.update('three', { body: `${body}more\n` });
  await store.rename('three', 'one');
  const log = await history.log({ path: 'one.md' });
  expect(log.map(({ subject }) => subject)).toEqual([
    'rename "three" to "one"',
    'update "three"',
    'rename "two" to "three"',
    'save "two"',
  ]);
  expect(log[0]?.files).toEqual([{ path: 'one.md', action: 'renamed', from: 'three.md' }]);
  expect(await history.log({ path: 'one.md', limit: 3 })).toEqual(log.slice(0, 3));
  expect(Buffer.from(await history.show('one.md', log[3]?.id ?? '')).toString()).toContain(
    'line 3',
  );
});

test('changes that came in by a merge are in it, whichever text stands in the end', async () => {
  const { directory, store, history } = openMemory();
  await store.save({ name: 'one', ...fields, body });
  git(directory, 'checkout', '--quiet', '-b', 'side');
  const path = `${directory}/one.md`;
  writeFileSync(path, readFileSync(path, 'utf8').replace('line 2', 'of the side'));
  git(directory, 'commit', '--quiet', '--all', '-m', 'side');
  git(directory, 'checkout', '--quiet', '-');
  await store.update('one', { body: `${body}more\n` });
  git(directory, 'merge', '--quiet', '--strategy=ours', '-m', 'merge', 'side');
  const log = await history.log({ path: 'one.md' });
  expect(log.map(({ subject }) => subject).toSorted()).toEqual([
    'save "one"',
    'side',
    'update "one"',
  ]);
});

test('it is the same in a history of one line, which one walk of git answers, and under a merge', async () => {
  let renamed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const { directory, store, history } = openMemory();
      await store.save({ name: 'zero', ...fields, body: 'no more than a line\n' });
      steps.forEach((taken, at) => {
        take(directory, taken, at);
      });
      const logs = () => Promise.all(names.map((name) => history.log({ path: `${name}.md` })));
      const line = await logs();
      const tip = git(directory, 'rev-parse', 'HEAD').toString().trim();
      const merge = ['commit-tree', `${tip}^{tree}`, '-p', tip, '-p', `${tip}~1`, '-m', 'merge'];
      git(
        directory,
        'reset',
        '--quiet',
        git(directory, ...merge)
          .toString()
          .trim(),
      );
      expect(await logs()).toEqual(line);
      renamed += line.flat().filter(({ files }) => files[0]?.from !== undefined).length;
    }),
    { numRuns: 14 },
  );
  expect(renamed).toBeGreaterThan(0);
});

const names = ['a', 'b', 'c', 'd'] as const;
const name = fc.constantFrom(...names);
const step = fc.tuple(
  fc.constantFrom('write', 'add', 'remove', 'rename', 'rename', 'copy'),
  name,
  name,
);

type Step = readonly [string, string, string];

/** One commit, of a change by hand; none where it cannot be done. */
function take(directory: string, [what, one, other]: Step, at: number): void {
  const [from, to] = [`${directory}/${one}.md`, `${directory}/${other}.md`];
  const text = existsSync(from) ? readFileSync(from, 'utf8') : undefined;
  if (what === 'write') writeFileSync(from, `---\nname: ${one}\n---\n${body}${at}\n`);
  if (text === undefined) return;
  if (what === 'add') writeFileSync(from, `${text}${at}\n`);
  if (what === 'remove') rmSync(from);
  if (what === 'rename') renameSync(from, to);
  if (what === 'copy' && from !== to) copyFileSync(from, to);
  git(directory, 'add', '--all', '--', '*.md');
  git(directory, 'commit', '--quiet', '--allow-empty', '-m', `${what} ${one} ${other}`);
}
