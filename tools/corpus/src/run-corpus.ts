import { fault, faultLine } from './fault.js';
import { findCases } from './load-case.js';
import { memProgram } from './mem.js';
import { inPool } from './pool.js';
import { type CaseResult, runCase } from './run-case.js';

export interface CorpusOptions {
  readonly folder: string;
  /** The program to drive: a script for Node, or an executable. */
  readonly program: string;
  /** Also fault warnings that a case names nowhere. */
  readonly strict: boolean;
  readonly verbose: boolean;
  /** Cases at a time. */
  readonly width: number;
  readonly writeLine: (line: string) => void;
}

/** A line a case, then the sum. Resolves to the exit code: 0 when all hold, 2 when there is no case. */
export async function runCorpus(options: CorpusOptions): Promise<number> {
  const { folder, program, width, writeLine } = options;
  const mem = memProgram(program);
  const cases = findCases(folder);
  if (cases.length === 0) {
    writeLine(`There is no case (a folder with an expect.json) in ${folder}.`);
    return 2;
  }
  const waiting = new Map<number, CaseResult>();
  let next = 0;
  const results = await inPool(
    cases,
    width,
    async (path) => judged(await runCase(mem, path), options),
    (result, at) => {
      // Lines come in the order of the cases, each as early as it can.
      waiting.set(at, result);
      for (let ready = waiting.get(next); ready; ready = waiting.get(++next)) {
        report(ready, options);
      }
    },
  );
  const failed = results.filter(({ faults }) => faults.length > 0).length;
  writeLine(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function judged(result: CaseResult, { strict }: CorpusOptions): CaseResult {
  if (!strict || result.unlisted.length === 0) return result;
  const further = result.unlisted.map((warning) => fault('no warning', 'none', warning));
  return { ...result, faults: [...result.faults, ...further], unlisted: [] };
}

function report(result: CaseResult, { verbose, writeLine }: CorpusOptions): void {
  const { name, faults, prose, unlisted } = result;
  const [first, ...further] = faults.map(faultLine);
  writeLine(first === undefined ? `ok ${name}` : `FAIL ${name}: ${first}`);
  for (const line of further) writeLine(`     ${line}`);
  if (!verbose) return;
  for (const text of prose) writeLine(`     prose: ${text}`);
  for (const warning of unlisted) writeLine(`     unlisted warning: ${warning}`);
}
