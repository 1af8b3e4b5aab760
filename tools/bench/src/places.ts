import { fileURLToPath } from 'node:url';

/** A program that a benchmark compares with. */
export function reference(name: string): string {
  return fileURLToPath(new URL(`../references/${name}`, import.meta.url));
}

/** The built command line program. */
export const memProgram = fileURLToPath(new URL('../../../apps/cli/dist/mem.js', import.meta.url));
