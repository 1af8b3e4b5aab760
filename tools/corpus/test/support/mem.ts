import { fileURLToPath } from 'node:url';
import { type Answer, memProgram } from '../../src/mem.js';

/** The built command line; the build comes before the tests. */
export const builtProgram = fileURLToPath(
  new URL('../../../../apps/cli/dist/mem.js', import.meta.url),
);

const program = memProgram(builtProgram);

export function mem(args: readonly string[]): Promise<Answer> {
  return program({ root: process.cwd(), environment: process.env }, args);
}
