// npm run mem -- VERB …: the command line from source.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './bootstrap.mjs';
import { runProgram } from './run-program.mjs';

ensureInstalled();
ensureBuilt(['@mem/cli']);
runProgram(join(root, 'apps/cli/dist/mem.js'), process.argv.slice(2));
