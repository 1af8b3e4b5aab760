import { parseArgs } from 'node:util';
import type { Harness } from './harness/harness.ts';
import { faults } from './harness/run-faults.ts';
import { hostile } from './harness/run-hostile.ts';
import { kills } from './harness/run-kills.ts';
import { person } from './harness/run-person.ts';
import { power } from './harness/run-power.ts';
import { storm } from './harness/run-storm.ts';

const harnesses: readonly Harness[] = [faults, kills, storm, power, person, hostile];

const usage = `npm run harness -- [NAME…] [--quick]

Tries to break what the toolkit promises: each harness tries it on our store and on one that writes
in place, which it must catch. One line of figures each; the faults, if any, on standard error.

${harnesses.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}

  --quick       a dose of about a minute each
`;

/** 0: all holds; 1: a promise is broken; 2: the arguments are wrong. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const unknown = positionals.filter((name) => !harnesses.some((known) => known.name === name));
  if (values.help || unknown.length > 0) {
    if (unknown.length > 0) process.stderr.write(`There is no harness ${unknown.join(', ')}.\n\n`);
    (values.help ? process.stdout : process.stderr).write(usage);
    return values.help ? 0 : 2;
  }
  let broken = 0;
  for (const harness of harnesses) {
    if (positionals.length > 0 && !positionals.includes(harness.name)) continue;
    const verdict = await harness.run({ quick: values.quick ?? false });
    process.stdout.write(`${harness.name}: ${verdict.summary}\n`);
    for (const fault of verdict.faults) process.stderr.write(`  ${fault}\n`);
    broken += verdict.faults.length;
  }
  return broken === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
