import { dirname } from 'node:path';
import { reporting } from './failures.js';
import { localFileSystem } from './file-system.js';

/**
 * How many conversations of the project went on after this moment, by the transcripts that Claude
 * Code keeps beside the memory directory, one `.jsonl` file each. Those of sub-agents do not count.
 *
 * @returns undefined where there are no transcripts at all, so that nothing can be told from them
 */
export async function countConversations(
  directory: string,
  since: Date,
): Promise<number | undefined> {
  return reporting('list', undefined, () => {
    const folder = parentOf(directory);
    const transcripts = folder === undefined ? [] : transcriptsIn(folder);
    if (transcripts.length === 0) return undefined;
    return transcripts.filter((path) => changedAt(path) > since.getTime()).length;
  });
}

/** Of the directory itself, not of a link to it. */
function parentOf(directory: string): string | undefined {
  try {
    return dirname(localFileSystem.realpathSync(directory));
  } catch {
    return undefined;
  }
}

function transcriptsIn(folder: string): string[] {
  return localFileSystem
    .readdirSync(folder, { withFileTypes: true })
    .filter((item) => item.isFile() && item.name.endsWith('.jsonl'))
    .filter((item) => !item.name.startsWith('agent-'))
    .map((item) => `${folder}/${item.name}`);
}

function changedAt(path: string): number {
  return localFileSystem.lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
