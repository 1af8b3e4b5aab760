import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Texts of files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** All files that people and programs see, the index among them. */
export function visibleFiles(directory: string): Files {
  return textsOf(directory, (path) => !path.startsWith('.'));
}

/** What waits for a person. */
export function waitingFiles(directory: string): Files {
  return textsOf(directory, (path) => path.startsWith('.mem/pending/'));
}

/** Old texts that can still be had back. */
export function keptTexts(directory: string): string[] {
  const files = textsOf(directory, (path) => /^\.mem\/(?:trash|conflicts)\//.test(path));
  return Object.values(files);
}

/** Temporary files, locks and notes that nobody needs any more. */
export function leftovers(directory: string): string[] {
  const isLeftover = (path: string) =>
    /^\.mem\/(?:tmp\/|journal\/|lock$)/.test(path) || /\.(?:tmp|lock)$/.test(path);
  return Object.keys(textsOf(directory, isLeftover));
}

function textsOf(directory: string, isWanted: (path: string) => boolean): Files {
  if (!existsSync(directory)) return {};
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => `${item.parentPath}/${item.name}`.slice(directory.length + 1))
    .filter(isWanted)
    .sort();
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(`${directory}/${path}`, 'utf8')]),
  );
}

/** Where the index and the entries disagree. */
export function indexFaults(files: Files): string[] {
  const linked = [...(files['MEMORY.md'] ?? '').matchAll(/\]\(([^)]+\.md)\)/g)].map(
    ([, path = '']) => path,
  );
  const entries = Object.keys(files).filter(
    (path) => path.endsWith('.md') && path !== 'MEMORY.md' && !path.includes('/'),
  );
  return [
    ...entries.filter((path) => !linked.includes(path)).map((path) => `${path} has no line`),
    ...linked
      .filter((path) => !(path in files))
      .map((path) => `a line names ${path}, which is not there`),
    ...linked
      .filter((path, at) => linked.indexOf(path) !== at)
      .map((path) => `${path} has two lines`),
  ];
}
