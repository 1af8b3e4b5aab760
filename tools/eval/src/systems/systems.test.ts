import { describe, expect, it } from 'vitest';
import type { Memory } from '../evaluation-set.js';
import { grepSystem } from './grep.js';
import { memSystem } from './mem.js';
import { miniSearchSystem } from './minisearch.js';
import { substringSystem } from './substring.js';

const memories: Memory[] = [
  { id: 'a', name: 'Deploy window', description: 'when we deploy', body: 'Tuesday at ten.' },
  { id: 'b', body: 'Only a body: the flag is --set-window.' },
  { id: 'c/…/odd id', name: 'Fenster: "neu" # 5', type: 'project', body: '发布窗口在周二。' },
];

describe('substring', () => {
  it('finds the whole question, whatever its case', async () => {
    const rank = await substringSystem.prepare(memories);
    expect(await rank('DEPLOY WINDOW')).toEqual(['a']);
    expect(await rank('window deploy')).toEqual([]);
  });
});

describe('grep', () => {
  it('puts more different words first, and keeps the order of paths among equals', async () => {
    const rank = await grepSystem.prepare(memories);
    expect(await rank('the --set-window?')).toEqual(['b']);
    expect(await rank('window on Tuesday')).toEqual(['a', 'b']);
    expect(await rank('nowhere')).toEqual([]);
  });
});

describe.each([miniSearchSystem, memSystem])('$name', ({ prepare }) => {
  it('finds by name and body, and takes memories without either', async () => {
    const rank = await prepare(memories);
    expect((await rank('deploy'))[0]).toBe('a');
    expect((await rank('flag'))[0]).toBe('b');
    expect((await rank('fenster neu'))[0]).toBe('c/…/odd id');
    expect(await rank('zzzz')).toEqual([]);
  });
});
