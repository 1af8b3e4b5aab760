import type { Blocks } from './blocks.js';

/** A line as the agent's loader sees it. */
export interface LoadedLine {
  readonly text: string;
  readonly end: string;
  /** Position in the whole index. */
  readonly position: number;
}

/** The index without front matter and block comments: what counts against the limits. */
export function loaderLines({ lines, visible }: Blocks): LoadedLine[] {
  const loaded: LoadedLine[] = [];
  for (const [position, { kind, text, end, start }] of lines.entries()) {
    if (kind === 'front-matter' || kind === 'comment') continue;
    const isCode = kind === 'fence' || kind === 'code';
    const seen = isCode ? text : visible.slice(start, start + text.length);
    loaded.push({ text: seen === text ? text : seen.trimEnd(), end, position });
  }
  return loaded;
}
