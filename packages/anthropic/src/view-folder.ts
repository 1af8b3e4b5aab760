import { fileSize } from './file-size.js';
import { filesBelow } from './file-tree.js';
import type { MemoryPath } from './memory-path.js';
import type { ToolWorld } from './tool-world.js';

/** How many names below the folder a listing goes. */
const levels = 2;

/** Two levels of files and folders, with sizes; that of a folder is the sum of all files in it. */
export async function viewFolder(world: ToolWorld, place: MemoryPath): Promise<string> {
  const files = await filesBelow(world.storage, place.path);
  const above = place.path === undefined ? 0 : place.path.length + 1;
  const root: Folder = { size: 0, folders: new Map(), files: new Map() };
  for (const { path, size } of files) addFile(root, path.slice(above).split('/'), size);
  const lines = linesOf(root, `${place.shown}/`, levels);
  return [
    `Here're the files and directories up to 2 levels deep in ${place.shown}, excluding hidden items and node_modules:`,
    `${fileSize(root.size)}\t${place.shown}`,
    ...within(lines, world.maxViewChars),
  ].join('\n');
}

interface Folder {
  size: number;
  readonly folders: Map<string, Folder>;
  readonly files: Map<string, number>;
}

function addFile(root: Folder, segments: readonly string[], size: number): void {
  if (segments.includes('node_modules')) return;
  let folder = root;
  folder.size += size;
  for (const segment of segments.slice(0, -1)) {
    const inner = folder.folders.get(segment) ?? { size: 0, folders: new Map(), files: new Map() };
    folder.folders.set(segment, inner);
    folder = inner;
    folder.size += size;
  }
  folder.files.set(segments.at(-1) ?? '', size);
}

/** In order of names; a folder, with a slash at its end, is followed by what is in it. */
function linesOf(folder: Folder, above: string, depth: number): string[] {
  const items = [
    ...[...folder.files].map(([name, size]) => ({ name, size, inner: undefined })),
    ...[...folder.folders].map(([name, inner]) => ({ name, size: inner.size, inner })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  return items.flatMap(({ name, size, inner }) => [
    `${fileSize(size)}\t${above}${name}${inner ? '/' : ''}`,
    ...(inner && depth > 1 ? linesOf(inner, `${above}${name}/`, depth - 1) : []),
  ]);
}

function within(lines: readonly string[], maxChars: number): readonly string[] {
  let chars = 0;
  const end = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > maxChars;
  });
  if (end < 0) return lines;
  const left = lines.length - end;
  return [...lines.slice(0, end), `(… and ${left} more; view a folder for what is in it.)`];
}
