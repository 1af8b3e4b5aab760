import { expect, it } from 'vitest';
import { nearest } from './nearest.js';

const verbs = ['save', 'update', 'show', 'list', 'search', 'delete'];

it.each([
  ['lst', 'list'],
  ['serach', 'search'],
  ['DELETE', 'delete'],
  ['updat', 'update'],
])('takes %s for %s', (typed, meant) => {
  expect(nearest(typed, verbs)).toBe(meant);
});

it.each(['', 'x', 'frobnicate', 'l'.repeat(1_000_000)])('takes %.20s for nothing', (typed) => {
  expect(nearest(typed, verbs)).toBeUndefined();
});
