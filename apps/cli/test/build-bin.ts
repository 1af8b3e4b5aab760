import { buildProgram } from '../../../vitest.build-program.ts';

export default function buildBin(): void {
  buildProgram('apps/cli', 'dist/mem.js');
}
