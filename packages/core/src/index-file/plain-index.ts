import { rememberLast } from './remember-last.js';

/** An index that is one list of entries and nothing else, as it grows when only programs write it. */
export interface PlainIndex {
  /** By line: the path that it links to. */
  readonly paths: readonly string[];
  /** By line: where it begins in the text. Each ends with `\n`. */
  readonly starts: readonly number[];
}

// No sign that could be Markdown of another kind, so that the line is what it looks like.
const segment = String.raw`[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}_.-]*`;
const words = String.raw`[^\p{Cc}\p{Zl}\p{Zp}\p{Cf}\[\]\\<>&|${'`'}]`;
const plainLine = new RegExp(
  String.raw`- \[((?=\S)${words}+)\]\(((?:${segment}/)*${segment}\.md)\)(?: — ${words}*)?\n`,
  'uy',
);

/**
 * The index without taking it apart as Markdown, in a tenth of the time; undefined when it is not
 * plain. What `parseIndex` says of a plain index is the same.
 */
export const readPlainIndex = rememberLast((text): PlainIndex | undefined => {
  const paths: string[] = [];
  const starts: number[] = [];
  for (let at = 0; at < text.length; at = plainLine.lastIndex) {
    plainLine.lastIndex = at;
    const path = plainLine.exec(text)?.[2];
    if (path === undefined) return undefined;
    paths.push(path);
    starts.push(at);
  }
  return paths.length > 0 ? { paths, starts } : undefined;
});

/**
 * The text with one more line, before the line of that number, from 0. Where that line is plain too,
 * the next question about the text is answered without reading it again.
 */
export function addLineToPlain(
  text: string,
  { paths, starts }: PlainIndex,
  before: number,
  line: string,
): string {
  const at = starts[before] ?? text.length;
  const changed = `${text.slice(0, at)}${line}\n${text.slice(at)}`;
  const own = readPlainIndex(`${line}\n`);
  if (own?.paths.length === 1) {
    const moved = starts.slice(before).map((start) => start + line.length + 1);
    readPlainIndex.remember(changed, {
      paths: [...paths.slice(0, before), ...own.paths, ...paths.slice(before)],
      starts: [...starts.slice(0, before), at, ...moved],
    });
  }
  return changed;
}
