// npm run corpus|bench|eval|fuzz -- …: a program of tools/, built together with the programs it may drive.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './bootstrap.mjs';
import { runProgram } from './run-program.mjs';

const [tool, ...args] = process.argv.slice(2);
ensureInstalled();
ensureBuilt(['@mem/cli', '@mem/mcp', `@mem-tools/${tool}`]);
runProgram(join(root, 'tools', tool, 'dist', 'main.js'), args);
