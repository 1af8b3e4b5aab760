import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is removed when the test ends. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mem-mcp-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A memory directory, a project and a home of their own. */
export function scratchHome() {
  const top = scratchFolder();
  const make = (name: string) => {
    mkdirSync(join(top, name));
    return join(top, name);
  };
  return { top, memory: make('memory'), project: make('project'), home: make('home') };
}

/** Waits until it holds; the last look decides. */
export async function eventually(look: () => void | Promise<void>, limit = 10_000): Promise<void> {
  const deadline = Date.now() + limit;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
