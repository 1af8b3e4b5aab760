import { type LoadedLine, loaderLines } from './loader-view.js';
import { maxIndexBytes, maxIndexLines, utf8Length } from './measure-index.js';
import { parseIndex } from './parse-index.js';
import { pathKey } from './same-path.js';

export interface CutIndex {
  /** What an agent sees at start; its last line says what was cut, where anything was. */
  readonly text: string;
  /** Lines that are not shown, or not whole. */
  readonly cutLines: number;
  /** Paths that are linked, but not in what is shown. */
  readonly unseen: string[];
}

/**
 * Cuts the index as the agent's loader does: front matter and block comments go, then what is beyond
 * `maxIndexLines`, then what is beyond `maxIndexBytes`, at a line end. A first line that is longer
 * than that by itself is cut inside.
 */
export function cutIndex(text: string): CutIndex {
  const index = parseIndex(text);
  const loaded = loaderLines(index);
  const kept = keptLines(loaded);
  const whole = loaded.slice(0, kept).map((line) => line.text + line.end);
  if (kept === loaded.length) return { text: whole.join(''), cutLines: 0, unseen: [] };
  const part = kept === 0 ? startOf(loaded[0]!.text) : '';
  const cutLines = loaded.length - kept;
  const shown = whole.join('') + part;
  const gap = shown === '' || shown.endsWith('\n') ? '' : '\n';
  const firstCut = loaded[kept]!.position;
  const seenUntil = index.lines[firstCut]!.start + part.length;
  const seen = new Set<string>();
  const unseen = new Map<string, string>();
  for (const { path, end } of index.links) {
    if (end <= seenUntil) seen.add(pathKey(path));
    else if (!seen.has(pathKey(path)) && !unseen.has(pathKey(path)))
      unseen.set(pathKey(path), path);
  }
  return {
    text: `${shown}${gap}${notice(cutLines, loaded.length, unseen.size)}\n`,
    cutLines,
    unseen: [...unseen.values()],
  };
}

function keptLines(loaded: readonly LoadedLine[]): number {
  let bytes = 0;
  for (const [count, line] of loaded.entries()) {
    bytes += utf8Length(line.text);
    if (count >= maxIndexLines || bytes > maxIndexBytes) return count;
    bytes += line.end.length;
  }
  return loaded.length;
}

function startOf(line: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of line) {
    bytes += utf8Length(character);
    if (bytes > maxIndexBytes) break;
    end += character.length;
  }
  return line.slice(0, end);
}

function notice(cutLines: number, lines: number, unseen: number): string {
  const entries = unseen === 1 ? '1 entry is' : `${unseen} entries are`;
  const loss = unseen === 0 ? '' : ` ${entries} linked only there.`;
  return `[Cut here: ${cutLines} of ${lines} lines of MEMORY.md are over the limit and not shown.${loss} Read MEMORY.md itself, or search, to see the rest.]`;
}
