import { BetaLocalFilesystemMemoryTool, betaMemoryTool } from '@anthropic-ai/sdk/tools/memory/node';
import { createDirectoryStorage } from '@mem/fs-node';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryTool } from '../src/index.js';
import { allFiles, scratchDirectory, storages } from './open-storages.js';
import { PlainModel } from './plain-model.js';

const segment = fc.constantFrom('a', 'b', 'c.md', '记忆.txt');
const path = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => `/memories/${segments.join('/')}`);
const anyPath = fc.oneof({ weight: 9, arbitrary: path }, fc.constant('/memories'));
// Few letters, so that a text is often found, and often found twice.
const text = fc
  .array(fc.constantFrom('x', 'y', 'xy', '\n', 'é', '😀', '$&'), { maxLength: 8 })
  .map((parts) => parts.join(''));
const line = fc.integer({ min: -1, max: 5 });

const command = fc.oneof(
  fc.record({ command: fc.constant('view'), path: anyPath }),
  fc.record({ command: fc.constant('view'), path, view_range: fc.tuple(line, line) }),
  fc.record({ command: fc.constant('create'), path, file_text: text }),
  fc.record({ command: fc.constant('create'), path, file_text: text }),
  fc.record(
    {
      command: fc.constant('str_replace'),
      path,
      old_str: text.filter((part) => part !== ''),
      new_str: text,
    },
    { requiredKeys: ['command', 'path', 'old_str'] },
  ),
  fc.record({ command: fc.constant('insert'), path, insert_line: line, insert_text: text }),
  fc.record({ command: fc.constant('delete'), path }),
  fc.record({ command: fc.constant('rename'), old_path: path, new_path: path }),
);

describe.each(storages)('200 random sequences of commands on %s', (_, open) => {
  test('answer and leave what a plain model does', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30 }), async (commands) => {
        const storage = open();
        const memory = createMemoryTool(storage);
        const model = new PlainModel();
        for (const input of commands) {
          const expected = model.run(input);
          const { content, is_error } = await memory.run(input);
          // A star: the documentation gives no words, or only the first ones.
          if (expected.startsWith('*')) {
            expect(String(content).startsWith(expected.slice(1))).toBe(true);
          } else expect(content).toBe(expected);
          expect(is_error === true, expected).toBe(isError(expected));
        }
        const files = Object.fromEntries(
          [...model.files].map(([name, content]) => [name.slice('/memories/'.length), content]),
        );
        expect(await allFiles(storage)).toEqual(files);
      }),
      { numRuns: 200 },
    );
  });
});

test('the harness finds faults in a plain implementation: that of the SDK', async () => {
  const found = await fc.check(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30 }), async (commands) => {
      const base = scratchDirectory();
      const tool = betaMemoryTool(await BetaLocalFilesystemMemoryTool.init(base));
      const model = new PlainModel();
      for (const input of commands) {
        model.run(input);
        await Promise.resolve(tool.run(input as never)).catch(() => {});
      }
      const files = await allFiles(createDirectoryStorage(`${base}/memories`));
      const texts = [...model.files].map(([name, text]) => [name.slice('/memories/'.length), text]);
      expect(files).toEqual(Object.fromEntries(texts));
    }),
    { numRuns: 200 },
  );
  expect(found.failed).toBe(true);
});

function isError(answer: string): boolean {
  return !/^(\*?The memory file|The file|File created|Successfully|Here)/.test(answer);
}
