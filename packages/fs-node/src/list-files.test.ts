import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { scratchDirectory } from '../test/scratch-directory.js';
import { createDirectoryStorage } from './index.js';

/** The kernel's clock goes on, and all files come of age. */
function untilOld(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 60);
  });
}

test('a storage that has listed before tells what a new one tells, whatever was done meanwhile', async () => {
  const directory = scratchDirectory();
  const at = (name: string) => `${directory}/${name}`;
  const noon = new Date('2026-01-01T12:00:00.5Z');
  fs.mkdirSync(at('folder'));
  for (const name of ['a', 'b', 'c', 'd', 'folder/e', 'folder/f']) {
    fs.writeFileSync(at(name), 'same size');
    fs.utimesSync(at(name), noon, noon);
  }
  const storage = createDirectoryStorage(directory);
  const deeds: Record<string, () => void> = {
    nothing: () => {},
    'an edit of the same size, its time set back': () => {
      fs.writeFileSync(at('a'), 'SAME SIZE');
      fs.utimesSync(at('a'), noon, noon);
    },
    'two files of one size and time change places': () => {
      fs.renameSync(at('b'), at('x'));
      fs.renameSync(at('c'), at('b'));
      fs.renameSync(at('x'), at('c'));
    },
    'a file comes, so that others move in the folder': () => fs.writeFileSync(at('0'), 'new'),
    'a file goes': () => fs.rmSync(at('d')),
    'a folder is renamed': () => fs.renameSync(at('folder'), at('other')),
  };
  const versions = new Map<string, string>();
  for (const [deed, run] of Object.entries(deeds)) {
    run();
    await untilOld();
    const seen = await storage.listAll();
    expect(seen, deed).toEqual(await createDirectoryStorage(directory).listAll());
    expect(await storage.listAll(), `${deed}, and once more`).toEqual(seen);
    for (const { path, version } of seen) {
      const contents = fs.readFileSync(at(path), 'utf8');
      expect(versions.get(`${path} ${version}`) ?? contents, deed).toBe(contents);
      versions.set(`${path} ${version}`, contents);
    }
  }
});
