import { describe, expect, test } from 'vitest';
import { findEntry } from './find-entry.js';

const entries = [
  { path: 'feedback_deploy_order.md', name: 'deploy-order' },
  { path: 'project_queue_names.md', name: 'queue-names' },
  { path: 'release_steps.md', name: 'release-steps' },
  { path: 'project_release_steps.md', name: 'release-steps' },
  { path: 'upper.md', name: 'Release-Steps' },
  { path: 'api_style.md', name: 'api-style' },
  { path: 'retired/api_style.md', name: 'api-style' },
  { path: 'a/deep.md', name: 'deep' },
  { path: 'b/deep.md', name: 'other' },
  { path: 'blanked.md', name: '' },
  { path: '冻结期.md', name: '冻结期' },
];

test.each([
  ['project_queue_names.md', 'project_queue_names.md', 'path'],
  ['queue-names', 'project_queue_names.md', 'name'],
  ['project_queue_names', 'project_queue_names.md', 'stem'],
  ['Release-Steps', 'upper.md', 'name, although others are near'],
  ['release_steps', 'release_steps.md', 'stem, although names are near'],
  ['api-style', 'api_style.md', 'top level before deeper'],
  ['api_style', 'api_style.md', 'top level before deeper, by stem'],
  ['retired/api_style', 'retired/api_style.md', 'path without .md'],
  ['deep', 'a/deep.md', 'name before stem'],
  ['冻结期', '冻结期.md', 'any script'],
])('%s is %s (%s)', (target, path) => {
  expect(findEntry(target, entries)).toEqual({ kind: 'found', path });
});

test('names every entry of one name, and takes none', () => {
  expect(findEntry('release-steps', entries)).toEqual({
    kind: 'ambiguous',
    paths: ['release_steps.md', 'project_release_steps.md'],
  });
});

test.each([
  ['queue_names', 'project_queue_names.md'],
  ['Queue Names', 'project_queue_names.md'],
  ['PROJECT-QUEUE-NAMES', 'project_queue_names.md'],
  ['API style', 'api_style.md'],
])('%s is only near to %s', (target, path) => {
  expect(findEntry(target, entries)).toMatchObject({ kind: 'near', paths: [path] });
});

test.each(['', '   ', '\ufeff'])(
  'an empty target (%j) is nobody, not even a blanked entry',
  (target) => {
    expect(findEntry(target, entries)).toEqual({ kind: 'none' });
  },
);

describe('an unknown name', () => {
  test('comes with the names most like it', () => {
    expect(findEntry('queue-name', entries)).toEqual({ kind: 'none' });
    expect(findEntry('deploy', entries)).toEqual({ kind: 'none' });
    expect(findEntry('zzz', entries)).toEqual({ kind: 'none' });
  });
});
