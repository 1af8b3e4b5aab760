import { expect, it } from 'vitest';
import { projectSlug, sharesSlug } from './project-slug.js';

it.each([
  ['/home/ann/my project', '-home-ann-my-project'],
  ['/srv/a.b_c', '-srv-a-b-c'],
  ['/项目', '---'],
  ['/x/🚀', '-x---'],
  ['C:\\Users\\ann', 'C--Users-ann'],
])('names the folder of %s', (root, slug) => {
  expect(projectSlug(root)).toBe(slug);
});

it('does not depend on how an accent is composed', () => {
  expect(projectSlug('/cafe\u0301')).toBe(projectSlug('/caf\u00e9'));
});

it('is shared by any two Chinese names of one length', () => {
  expect(sharesSlug('/x/项目', '/x/文档')).toBe(true);
  expect(sharesSlug('/x/项目', '/x/文')).toBe(false);
});
