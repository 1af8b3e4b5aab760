import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { builtProgram } from '../built-program.ts';
import type { PersonEdit, TimedWrite } from './person-report.ts';

export interface PersonReport {
  readonly edits: number;
  readonly agentWrites: number;
  /** In no place at all. */
  readonly hidden: number;
  /** Of the edits in place, those whose words the file does not show: they would have been lost. */
  readonly replacedInPlace: number;
  /** Of these, the ones in `conflicts/`, and those that can be found in the trash only. */
  readonly keptInPlace: number;
  readonly trashInPlace: number;
  /** Edits replaced by a write that began 5 ms or more after them. */
  readonly overlooked: number;
}

/** An edit so long before a write, in milliseconds, is always seen by it. */
const seenAfter = 5;

/** A person and four agents on one file, all of them without a pause. */
export async function personAndAgents(kind: 'mem' | 'plain', edits: number): Promise<PersonReport> {
  const directory = mkdtempSync(`${tmpdir()}/mem-person-`);
  const header = '---\nname: note\ndescription: at first\ntype: project\n---\n';
  writeFileSync(`${directory}/note.md`, `${header}\nAt first.\n`);
  writeFileSync(`${directory}/MEMORY.md`, '- [note](note.md) — edited by many\n');
  const agents = [1, 2, 3, 4].map((id) => start('agent-worker', kind, directory, String(id)));
  await pause(500);
  const made = await outputOf<PersonEdit[]>(start('person-worker', directory, String(edits)));
  const outputs = agents.map((agent) => outputOf<TimedWrite[]>(agent));
  for (const agent of agents) agent.stdin?.end();
  const writes = (await Promise.all(outputs)).flat();
  rmSync(directory, { recursive: true, force: true });
  return judge(made, writes);
}

function judge(edits: readonly PersonEdit[], writes: readonly TimedWrite[]): PersonReport {
  const inPlace = edits.filter(({ way, found }) => way === 'in place' && found !== 'file');
  const count = (of: readonly PersonEdit[], found: PersonEdit['found']) =>
    of.filter((edit) => edit.found === found).length;
  const overlooked = edits.filter((edit) => {
    const mayHaveMissedIt = ({ began, ended }: TimedWrite) =>
      ended > edit.began && began < edit.ended + seenAfter;
    return edit.found !== 'file' && !writes.some(mayHaveMissedIt);
  });
  return {
    edits: edits.length,
    agentWrites: writes.length,
    hidden: count(edits, 'nowhere'),
    replacedInPlace: inPlace.length,
    keptInPlace: count(inPlace, 'conflicts'),
    trashInPlace: count(inPlace, 'trash'),
    overlooked: overlooked.length,
  };
}

function start(program: string, ...values: string[]): ChildProcess {
  const args = [builtProgram(program), ...values];
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function outputOf<T>(child: ChildProcess): Promise<T> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return JSON.parse(text) as T;
}
