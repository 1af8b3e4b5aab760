import { parseArgs } from 'node:util';
import { negativeControls } from './negative-controls.ts';
import { runTarget } from './run-target.ts';
import { targets } from './targets.ts';

const help = `npm run fuzz -- [--seconds N] [--seed N] [--patience N] [TARGET …]

Gives texts that were made by chance to every reader of ours, and looks that none of them crashes,
hangs, breaks a promise, or takes longer than in proportion. All targets together take --seconds
(600 when left out); one text that takes --patience seconds (20) hangs. Exits 1 when something was
found. The seed is printed: it repeats a run.

Targets: ${targets.map(({ name }) => JSON.stringify(name)).join(', ')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string' },
    patience: { type: 'string', default: '20' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(help);
else process.exitCode = await fuzzAll();

async function fuzzAll(): Promise<number> {
  const names = positionals.length > 0 ? positionals : targets.map(({ name }) => name);
  const unknown = names.find(
    (name) => ![...targets, ...negativeControls].some((one) => one.name === name),
  );
  if (unknown !== undefined) {
    process.stderr.write(`There is no target ${JSON.stringify(unknown)}.\n\n${help}`);
    return 2;
  }
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
  const milliseconds = (Number(values.seconds) * 1_000) / names.length;
  process.stdout.write(`seed ${seed}\n`);
  let found = 0;
  let total = 0;
  for (const name of names) {
    const { runs, fault } = await runTarget(name, {
      seed,
      milliseconds,
      patience: Number(values.patience) * 1_000,
    });
    total += runs;
    process.stdout.write(`${name}: ${runs} texts${fault ? `, FAULT: ${fault.what}` : ''}\n`);
    if (fault === undefined) continue;
    found++;
    process.stdout.write(`  ${JSON.stringify(fault.text.slice(0, 500))}\n`);
  }
  process.stdout.write(`${total} texts, ${found} faults\n`);
  return found > 0 ? 1 : 0;
}
