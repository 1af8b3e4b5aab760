import type { ShownEntry } from './answers.js';
import { type Fault, fault } from './fault.js';
import type { Call } from './perform.js';
import { normalBody } from './text-lines.js';

/** What was given reads back; what was not given is as it was (`before`, absent for a new entry). */
export function judgeReadBack(
  { do: verb, args }: Call,
  before: ShownEntry | undefined,
  after: ShownEntry,
): Fault[] {
  const faults: Fault[] = [];
  const compare = (what: string, wanted: unknown, got: unknown) => {
    if (!same(wanted, got)) faults.push(fault(`read back, ${what}`, wanted, got));
  };
  if (verb === 'rename') compare('name', args.newName, after.name);
  else if (before !== undefined) compare('name', before.name, after.name);
  else compare('name', args.name, after.name);
  compare(
    'description',
    oneLine(args.description ?? before?.description),
    oneLine(after.description),
  );
  compare('type', args.type ?? before?.type, after.type);
  compare('body', normalBody(args.body ?? before?.body ?? ''), normalBody(after.body));
  for (const [key, value] of Object.entries(before?.metadata ?? {})) {
    if (key !== 'modified') compare(`header key ${key}`, value, after.metadata[key]);
  }
  return faults;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** A description of several lines may be kept as one. */
function oneLine(text: string | null | undefined): string | undefined {
  const joined = (text ?? '').replace(/\s+/g, ' ').trim();
  return joined === '' ? undefined : joined;
}
