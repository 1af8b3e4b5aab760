import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';

/** An empty directory that is removed when the test ends. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(`${tmpdir()}/mem-git-`);
  // Thousands of objects take a busy disk long.
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }), 120_000);
  return directory;
}
