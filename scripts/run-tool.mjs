// npm run corpus|bench|eval|fuzz -- …: a program of tools/, built together with the programs it may drive.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './bootstrap.mjs';
import { runProgram } from './run-program.mjs';

const [tool, ...args] = process.argv.slice(2);
ensureInstalled();
// The benchmarks kill a program of the harnesses.
const tools = tool === 'bench' ? ['e2e', 'bench'] : [tool];
ensureBuilt(['@mem/cli', '@mem/mcp', ...tools.map((name) => `@mem-tools/${name}`)]);
runProgram(join(root, 'tools', tool, 'dist', 'main.js'), args);
