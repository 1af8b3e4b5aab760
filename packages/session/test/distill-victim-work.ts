import { note } from './test-directory.js';

export const runAt = new Date('2026-11-30T10:00:00Z');

const log = 'logs/2026/11/2026-11-29.md';
const about = { reason: 'the log says so', sources: [`${log}:1`] };

/** The directory before. */
export const files = {
  'MEMORY.md':
    '# Mine\n\n- [Ship](ship.md) — by hand\n- [Gone](gone.md) — x\n- [Old](old.md) — y\n\nKeep this.\n',
  'ship.md': note('ship', 'Use blue-green.\r\nAlways.'),
  'deploy.md': note('deploy', 'Use blue-green.\nAlways.'),
  'old.md': note('old', 'Not so any more.'),
  'style.md': note('style', 'Short.'),
  'tests.md': note('tests', 'Run them.'),
  'other.md': 'no header\n',
  [log]: '- 10:00:00+00:00 Said a thing\n',
};

/** Of the model: one operation of each kind. */
export const answer = JSON.stringify({
  operations: [
    {
      kind: 'create',
      name: 'deploy day',
      description: 'When',
      type: 'project',
      body: 'Tuesdays.',
      ...about,
    },
    { kind: 'merge', into: 'style.md', from: ['tests.md'], body: 'Short, and tested.', ...about },
    { kind: 'delete', path: 'old.md', ...about },
  ],
});
