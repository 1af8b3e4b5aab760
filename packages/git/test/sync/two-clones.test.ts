import { indexPath } from '@mem/core';
import { expect, test } from 'vitest';
import { type Clone, filesOf, gitOf, openClones } from './open-clones.js';
import { drawFrom, everythingIn, randomEdit } from './random-edits.js';

/** `MEM_SYNC_ROUNDS=200` is the whole measure; few by default, as each is a second of git. */
const rounds = Number(process.env.MEM_SYNC_ROUNDS ?? 8);

async function indexProblems({ store }: Clone) {
  const { problems } = await store.check();
  return problems.filter(({ kind }) => /^index-(?:dangling|unindexed|duplicate)/.test(kind));
}

/** By hand, nobody adds a line for a new file: of such files the index need not know. */
function isByMem({ path, message }: { path: string; message: string }): boolean {
  return !/hand_/.test(path + message);
}

test(`two machines edit for ${rounds} rounds: they agree, and nothing that was written is lost`, {
  timeout: 60_000 + rounds * 15_000,
}, async () => {
  const { a, b } = openClones();
  const draw = drawFrom(Number(process.env.MEM_SYNC_SEED ?? 1));
  const written: string[] = [];
  const wrote = (text: string) => written.push(text);
  for (let round = 0; round < rounds; round++) {
    for (const clone of [a, b]) {
      const last = draw(3);
      for (let edit = 0; edit <= last; edit++) {
        const token = `t${round}.${edit}.${clone.directory.slice(-1)}.`;
        await randomEdit(clone, draw, token, edit === last, wrote);
      }
    }
    for (const clone of draw(2) === 0 ? [a, b, a] : [b, a, b]) {
      await clone.sync.sync();
      expect((await indexProblems(clone)).filter(isByMem)).toEqual([]);
    }
    expect(filesOf(a), `round ${round}`).toEqual(filesOf(b));
    const [conflict] = await a.sync.conflicts();
    expect(await b.sync.conflicts()).toHaveLength((await a.sync.conflicts()).length);
    if (conflict && draw(2) === 0) {
      const choices = ['ours', 'theirs', { text: `resolved t${round}.\n` }] as const;
      // A text in the place of the index would list nothing.
      const choice = choices[draw(conflict.path === indexPath ? 2 : 3)] ?? 'ours';
      await (draw(2) === 0 ? a : b).sync.resolve(conflict.path, choice);
    }
  }
  for (const clone of [a, b, a]) await clone.sync.sync();
  expect(filesOf(a)).toEqual(filesOf(b));
  expect(gitOf(a, 'own', 'rev-parse', 'HEAD')).toBe(gitOf(b, 'own', 'rev-parse', 'HEAD'));
  expect(gitOf(a, 'own', 'fsck', '--no-dangling')).toBe('');
  expect(gitOf(a, 'own', 'status', '--porcelain')).toBe('');
  const everything = everythingIn(a, (...args) => gitOf(a, 'own', ...args));
  expect(written.filter((text) => !everything.includes(text))).toEqual([]);
  expect(written.length).toBeGreaterThan(rounds);
});
