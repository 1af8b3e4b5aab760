import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { sharesSlug } from './project-slug.js';

const filesRead = 4;
const bytesRead = 32 * 1024;

/**
 * Claude Code keeps its transcripts (`*.jsonl`) beside the memory, each with the directory it ran
 * in. Looks at the beginning of a few: another project of the same folder name, unless this one
 * is named as well. Undefined when they say nothing.
 */
export function otherProjectInTranscripts(folder: string, root: string): string | undefined {
  let other: string | undefined;
  for (const name of transcriptNames(folder)) {
    for (const directory of workingDirectories(beginningOf(join(folder, name)))) {
      if (directory.normalize('NFC') === root.normalize('NFC')) return undefined;
      if (sharesSlug(directory, root)) other ??= directory;
    }
  }
  return other;
}

function transcriptNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .slice(0, filesRead);
  } catch {
    return [];
  }
}

/** Only the `cwd` field: inside a message the same words have escaped quotes. */
function workingDirectories(text: string): string[] {
  return [...text.matchAll(/"cwd":("(?:[^"\\\n]|\\.){1,4096}")/g)].flatMap(([, quoted]) => {
    try {
      return [JSON.parse(quoted!) as string];
    } catch {
      return [];
    }
  });
}

function beginningOf(path: string): string {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!fstatSync(descriptor).isFile()) return '';
      const buffer = Buffer.alloc(bytesRead);
      return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, bytesRead, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
