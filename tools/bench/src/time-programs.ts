import { spawn } from 'node:child_process';
import { median } from './statistics.js';

export type Command = readonly [program: string, ...args: string[]];

// Reading extra certificates costs Node 20 some 37 ms at each start: more than what is measured.
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

/** The median time of each program in milliseconds. Rounds take turns, so that all meet alike. */
export async function timePrograms<K extends string>(
  programs: Readonly<Record<K, Command | ((round: number) => Command)>>,
  rounds: number,
): Promise<Record<K, number>> {
  const names = Object.keys(programs) as K[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const program = programs[name];
      const time = await timeProgram(typeof program === 'function' ? program(round) : program);
      // The first round fills the caches of the system.
      if (round >= 0) times.get(name)!.push(time);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name)!)])) as Record<
    K,
    number
  >;
}

function timeProgram([program, ...args]: Command): Promise<number> {
  return new Promise((resolve, reject) => {
    const before = performance.now();
    const child = spawn(program, args, { stdio: 'ignore', env: environment });
    child.on('error', reject);
    child.on('exit', (code) => {
      const time = performance.now() - before;
      if (code === 0) resolve(time);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}.`));
    });
  });
}

/** True when the program can be started. */
export function isInstalled(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, ['--version'], { stdio: 'ignore' });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}
