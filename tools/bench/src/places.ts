import { fileURLToPath } from 'node:url';

/** A program that a benchmark compares with. */
export function reference(name: string): string {
  return fileURLToPath(new URL(`../references/${name}`, import.meta.url));
}

/** The built command line program. */
export const memProgram = fileURLToPath(new URL('../../../apps/cli/dist/mem.js', import.meta.url));

/** The built MCP server. */
export const mcpProgram = fileURLToPath(
  new URL('../../../apps/mcp/dist/mem-mcp.js', import.meta.url),
);

/** The built process that kills itself at a file call. */
export const victimProgram = fileURLToPath(
  new URL('../../../tools/e2e/dist/kill-victim.mjs', import.meta.url),
);

/** Where the benchmark puts other memory servers. */
export const rivalsFolder = fileURLToPath(new URL('../dist/rivals', import.meta.url));

/** The bundler of this repository. */
export const rolldownProgram = fileURLToPath(
  new URL('../../../node_modules/rolldown/bin/cli.mjs', import.meta.url),
);
