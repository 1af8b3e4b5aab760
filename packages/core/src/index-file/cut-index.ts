import { type LoadedLine, loaderLines } from './loader-view.js';
import { maxIndexBytes, maxIndexLines, utf8Length } from './measure-index.js';
import { type ParsedIndex, parseIndex } from './parse-index.js';
import { type PlainIndex, readPlainIndex } from './plain-index.js';
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
  const plain = readPlainIndex(text);
  return (plain && cutPlainIndex(text, plain)) ?? cutParsedIndex(parseIndex(text));
}

/** Undefined when not even the first line is shown whole. */
function cutPlainIndex(text: string, { paths, starts }: PlainIndex): CutIndex | undefined {
  const lines = starts.map((start, position) => ({
    text: text.slice(start, (starts[position + 1] ?? text.length) - 1),
    end: '\n',
    position,
  }));
  const kept = keptLines(lines);
  if (kept === 0) return undefined;
  if (kept === lines.length) return { text, cutLines: 0, unseen: [] };
  const unseen = unseenOf(paths.slice(0, kept), paths.slice(kept));
  const cutLines = lines.length - kept;
  const shown = text.slice(0, starts[kept]);
  return { text: `${shown}${notice(cutLines, lines.length, unseen.length)}\n`, cutLines, unseen };
}

export function cutParsedIndex(index: ParsedIndex): CutIndex {
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
  const linked = index.links.map(({ path }) => path);
  const count = index.links.filter(({ end }) => end <= seenUntil).length;
  const unseen = unseenOf(linked.slice(0, count), linked.slice(count));
  return {
    text: `${shown}${gap}${notice(cutLines, loaded.length, unseen.length)}\n`,
    cutLines,
    unseen,
  };
}

/** Each once, as it is spelt first. */
function unseenOf(seen: readonly string[], others: readonly string[]): string[] {
  const seenKeys = new Set(seen.map(pathKey));
  const unseen = new Map<string, string>();
  for (const path of others) {
    const key = pathKey(path);
    if (!seenKeys.has(key) && !unseen.has(key)) unseen.set(key, path);
  }
  return [...unseen.values()];
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
