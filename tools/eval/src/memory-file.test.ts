import { expect, it } from 'vitest';
import { memoryFile, memoryPaths } from './memory-file.js';

it('writes a quoted header with the fields that are there', () => {
  const bytes = memoryFile({ id: 'x', description: 'a: "b" # c', body: 'Text.' });
  expect(new TextDecoder().decode(bytes)).toBe(
    '---\ndescription: "a: \\"b\\" # c"\n---\n\nText.\n',
  );
});

it('finds a file name for every id', () => {
  const ids = [
    'plain',
    'Plain',
    '../up',
    'memory',
    'a/b',
    'a b',
    '記憶',
    '???',
    '!!!',
    'x'.repeat(400),
  ];
  const paths = memoryPaths(ids.map((id) => ({ id, body: '' })));
  expect(paths.size).toBe(ids.length);
  expect(new Set([...paths.keys()].map((path) => path.toLowerCase())).size).toBe(ids.length);
  for (const path of paths.keys()) {
    expect(path).toMatch(/^[^./][^/]*\.md$/);
    expect(path.toLowerCase()).not.toBe('memory.md');
    expect(new TextEncoder().encode(path).length).toBeLessThan(255);
  }
});
