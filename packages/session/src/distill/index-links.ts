import { parseIndex, pathKey } from '@mem/core/internal';
import type { DistillInput } from './distill-input.js';

/** Where the links of MEMORY.md lead; read once for all rules. */
export interface IndexLinks {
  readonly paths: ReadonlySet<string>;
  isListed(path: string): boolean;
}

export function indexLinks({ index }: DistillInput): IndexLinks {
  const paths = new Set(parseIndex(index ?? '').links.map(({ path }) => path));
  const keys = new Set([...paths].map(pathKey));
  return { paths, isListed: (path) => keys.has(pathKey(path)) };
}
