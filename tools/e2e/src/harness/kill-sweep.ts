import { spawn } from 'node:child_process';
import { builtProgram } from '../built-program.ts';
import { type Files, visibleFiles } from './directory-state.ts';
import { heal } from './heal.ts';
import type { StoreKind } from './open-store.ts';
import { makeReference, type Reference } from './reference.ts';

export interface KillOptions {
  readonly sides: readonly ('before' | 'after')[];
  /** 1: every call; 3: every third. */
  readonly stride: number;
  /** How many victims at a time. */
  readonly atOnce: number;
  /** The built victim. */
  readonly victim?: string;
}

export interface KillReport {
  readonly kills: number;
  readonly faults: readonly string[];
  /** What the next call took after each kill, in milliseconds. */
  readonly healing: readonly number[];
}

interface KillPoint {
  readonly side: 'before' | 'after';
  readonly call: number;
}

/** Kills the operation before and after each of its file calls, and looks at what that leaves. */
export async function sweepKills(
  kind: StoreKind,
  name: string,
  options: KillOptions,
): Promise<KillReport> {
  const reference = await makeReference(kind, name);
  const points: KillPoint[] = [];
  for (let call = 1; call <= reference.calls; call += options.stride) {
    for (const side of options.sides) points.push({ side, call });
  }
  const ends: PointEnd[] = [];
  const workers = Array.from({ length: options.atOnce }, async () => {
    for (let point = points.shift(); point; point = points.shift()) {
      ends.push(await killAt(reference, point, options.victim ?? builtProgram('kill-victim')));
    }
  });
  await Promise.all(workers);
  reference.end();
  const killed = ends.filter((end) => end.killed);
  return {
    kills: killed.length,
    faults: ends.flatMap((end) => end.faults),
    healing: killed.map((end) => end.elapsed),
  };
}

interface PointEnd {
  readonly killed: boolean;
  readonly elapsed: number;
  readonly faults: readonly string[];
}

async function killAt(
  reference: Reference,
  { side, call }: KillPoint,
  program: string,
): Promise<PointEnd> {
  const directory = reference.layOut();
  const { kind, name } = reference;
  const args = [program, kind, name, directory, side, String(call)];
  const victim = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>(
    (resolve) => victim.on('close', (code, signal) => resolve({ code, signal })),
  );
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The victim ended with ${code}.`);
  const wrong = wrongFiles(reference, visibleFiles(directory));
  const { elapsed, faults } = await heal(reference, directory);
  reference.remove(directory);
  const at = `${name}: killed ${side} call ${call}`;
  return {
    // Without a clock of their own, git's programs may need a call more or less than the first time.
    killed: signal === 'SIGKILL',
    elapsed,
    faults: [...wrong, ...faults].map((fault) => `${at}: ${fault}`),
  };
}

/** Each file is old or new, and what is to go goes only when what is to come is there. */
export function wrongFiles({ before, after }: Reference, found: Files): string[] {
  const paths = [
    ...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(found)]),
  ];
  const entries = paths.filter((path) => path !== 'MEMORY.md');
  const torn = entries.filter(
    (path) => found[path] !== before[path] && found[path] !== after[path],
  );
  const gone = entries.filter((path) => path in before && !(path in found));
  const missing = entries.filter((path) => path in after && !(path in found));
  return [
    ...torn.map((path) => `${path} is neither old nor new`),
    ...(gone.length > 0
      ? missing.map((path) => `${path} is not there yet, and ${gone.join()} is gone`)
      : []),
    ...strangeIndexLines({ before, after }, found['MEMORY.md'] ?? '').map(
      (line) => `the index holds a line that is neither old nor new: ${line}`,
    ),
  ];
}

function strangeIndexLines({ before, after }: Pick<Reference, 'before' | 'after'>, text: string) {
  const known = new Set([before, after].flatMap((files) => (files['MEMORY.md'] ?? '').split('\n')));
  return text.split('\n').filter((line) => !known.has(line));
}
