import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCorpus } from './run-corpus.js';

const usage = `Runs every case of a folder against the built mem.

  npm run corpus -- DIR [--mem FILE] [--strict] [--verbose]

DIR      a folder of cases, or one case
--mem    the program to drive (apps/cli/dist/mem.js)
--strict warnings that a case names nowhere are faults
--verbose lists properties in words, and such warnings
`;

const toolFolder = join(dirname(fileURLToPath(import.meta.url)), '..');

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      mem: { type: 'string' },
      strict: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return print(usage, 0);
  const folder = fromCaller(positionals[0] ?? join(toolFolder, 'fixtures'));
  const program = fromCaller(values.mem ?? join(toolFolder, '../../apps/cli/dist/mem.js'));
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    return print(`There is no folder ${folder}.\n`, 2);
  }
  if (!existsSync(program)) return print(`There is no program ${program}: build it first.\n`, 2);
  return runCorpus({
    folder,
    program,
    strict: values.strict,
    verbose: values.verbose,
    width: availableParallelism() + 1,
    writeLine: (line) => void process.stdout.write(`${line}\n`),
  });
}

/** npm moves to the package's root; a path is meant from where the person stands. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

function print(text: string, exitCode: number): number {
  process.stdout.write(text);
  return exitCode;
}
