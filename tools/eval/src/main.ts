import { parseArgs } from 'node:util';
import { readBuiltInSet, readSetFile } from './built-in-set.js';
import { evaluate } from './evaluate.js';
import { SetError } from './evaluation-set.js';
import { goalsOf } from './goals.js';
import { renderGoals, renderMisses, renderReport, scoresOf } from './report.js';
import { grepSystem } from './systems/grep.js';
import { memSystem } from './systems/mem.js';
import { miniSearchSystem } from './systems/minisearch.js';
import { substringSystem } from './systems/substring.js';

const usage = `npm run eval -- [--set FILE] [--json] [--verbose]

Measures how often the right memory is among the first found, for the ranked search and for three
others, on the built-in set or on the one in FILE.

  --set FILE   { "memories": [{ id, name, description, type, body }], "questions": [{ text, gold }] }
  --json       figures as JSON
  --verbose    the questions that missed too, and what came first
`;

const systems = [memSystem, miniSearchSystem, grepSystem, substringSystem];

/** 1: a goal is missed on the built-in set; 2: the arguments or the set are wrong. */
async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) return 2;
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const set = await (options.set === undefined ? readBuiltInSet() : readSetFile(options.set));
  const questions = await evaluate(set, systems);
  const names = systems.map(({ name }) => name);
  const goals = goalsOf(questions);
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ systems: scoresOf(questions, names), goals }, null, 2)}\n`,
    );
  } else {
    process.stdout.write(
      `${set.memories.length} memories\n\n${renderReport(questions, names)}\n${renderGoals(goals)}`,
    );
    if (options.verbose) process.stdout.write(`\n${renderMisses(questions)}`);
  }
  return options.set === undefined && goals.some(({ reached }) => !reached) ? 1 : 0;
}

interface Options {
  readonly set?: string | undefined;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly help?: boolean | undefined;
}

function readOptions(args: readonly string[]): Options | undefined {
  try {
    return parseArgs({
      args: [...args],
      options: {
        set: { type: 'string' },
        json: { type: 'boolean' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${fault}\n\n${usage}`);
    return undefined;
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetError)) throw error;
  process.stderr.write(`The evaluation set cannot be used. ${error.message}\n`);
  process.exitCode = 2;
}
