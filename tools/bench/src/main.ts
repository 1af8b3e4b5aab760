import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark } from './benchmark.js';
import { commandLine } from './cli/command-line.js';
import { gitSpeed } from './git/git-speed.js';
import { guardSpeed } from './guard/guard-speed.js';
import { afterAKill } from './healing/after-a-kill.js';
import { mcpServer } from './mcp/mcp-server.js';
import { renderReport } from './render-report.js';
import { indexSize } from './search/index-size.js';
import { longLived } from './search/long-lived.js';
import { oneShot } from './search/one-shot.js';
import { conversation } from './session/conversation.js';

const benchmarks: readonly Benchmark[] = [
  commandLine,
  oneShot,
  longLived,
  indexSize,
  gitSpeed,
  afterAKill,
  conversation,
  guardSpeed,
  mcpServer,
];

const usage = `npm run bench -- [NAME…] [--quick]

Measures and prints Markdown tables. Ratios compare what was measured in the same run; each goal
says whether it was met. Figures of a busy machine say little.

${benchmarks.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}

  --quick       fewer rounds, and no directory above 10,000 files
`;

/** 2: the arguments are wrong. A goal that is missed is a finding, not a failure. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const known = benchmarks.map(({ name }) => name);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (values.help || unknown.length > 0) {
    if (unknown.length > 0)
      process.stderr.write(`There is no benchmark ${unknown.join(', ')}.\n\n`);
    (values.help ? process.stdout : process.stderr).write(usage);
    return values.help ? 0 : 2;
  }
  const chosen = benchmarks.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  process.stdout.write(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}\n`);
  for (const benchmark of chosen) await runBenchmark(benchmark, values.quick ?? false);
  return 0;
}

async function runBenchmark(benchmark: Benchmark, quick: boolean): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'mem-bench-'));
  try {
    for await (const report of benchmark.run({ quick, scratch })) {
      process.stdout.write(`\n${renderReport(report)}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
