import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StormEvent } from './storm.ts';

/** Acknowledged changes that the directory does not show. */
export function lostChanges(
  directory: string,
  workers: readonly (readonly StormEvent[])[],
): string[] {
  const faults: string[] = [];
  for (const events of workers) {
    for (const [name, body] of acknowledged(events)) {
      const found = bodyOf(directory, name);
      if (found !== body)
        faults.push(
          `${name}: ${found === undefined ? 'gone' : body === undefined ? 'is back' : 'other text'}`,
        );
    }
  }
  return faults;
}

/** What each entry of one worker must hold at the end; undefined when it must be gone. */
function acknowledged(events: readonly StormEvent[]): Map<string, string | undefined> {
  const state = new Map<string, string | undefined>();
  for (const event of events) {
    if (event.save !== undefined && event.save !== 'shared') {
      // A save or delete that was begun and not acknowledged may or may not have happened.
      if (event.done !== undefined) state.set(event.save, event.body);
      else state.delete(event.save);
    }
    if (event.delete !== undefined) {
      if (event.done !== undefined) state.set(event.delete, undefined);
      else state.delete(event.delete);
    }
  }
  return state;
}

function bodyOf(directory: string, name: string): string | undefined {
  const file = join(directory, `${name}.md`);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n---\n\n')[1] : undefined;
}

/** Where index and folder disagree: each entry must have one line, each line its entry. */
export function indexFaults(directory: string): string[] {
  const text = existsSync(join(directory, 'MEMORY.md'))
    ? readFileSync(join(directory, 'MEMORY.md'), 'utf8')
    : '';
  const linked = [...text.matchAll(/\]\(([^)]+\.md)\)/g)].map((match) => match[1] as string);
  const files = readdirSync(directory).filter(
    (file) => file.endsWith('.md') && file !== 'MEMORY.md',
  );
  return [
    ...files.filter((file) => !linked.includes(file)).map((file) => `not listed: ${file}`),
    ...linked.filter((file) => !files.includes(file)).map((file) => `listed but gone: ${file}`),
    ...linked
      .filter((file, at) => linked.indexOf(file) !== at)
      .map((file) => `listed twice: ${file}`),
  ];
}
