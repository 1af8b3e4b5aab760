import { fileURLToPath } from 'node:url';

/** A program that the tests and harnesses start; from the sources and from the built ones alike. */
export function builtProgram(name: string): string {
  return fileURLToPath(new URL(`../dist/${name}.mjs`, import.meta.url));
}
