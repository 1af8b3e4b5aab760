import { type Completes, globalOptions, type OptionTable } from '../arguments/option.js';
import type { Command } from '../command.js';
import { commands } from '../commands/table.js';

/** What a word could be, and what that is. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Where in a command line the cursor is. */
export interface Place {
  /** What belongs there; undefined where anything may. */
  readonly wanted: Exclude<Completes, readonly string[]> | readonly Candidate[] | undefined;
  /** Stands in the unfinished word before what is wanted: `--type=`. */
  readonly lead: string;
  /** Values of the options before, as a call has them. */
  readonly values: { readonly dir?: string; readonly ignore?: readonly string[] };
}

/** @param current the word that is not finished */
export async function placeOf(words: readonly string[], current: string): Promise<Place> {
  const [verb] = walk(words, globalOptions).positionals;
  const command = verb === undefined ? undefined : await commands.get(verb)?.();
  const table: OptionTable = { ...globalOptions, ...command?.options };
  const { positionals, pending, isEnded, values } = walk(words, table);
  const at = (wanted: Place['wanted'], lead = ''): Place => ({ wanted, lead, values });
  if (pending !== undefined) return at(wantedFor(table[pending]?.completes));
  const inline = isEnded ? null : /^--([a-z-]+)=/.exec(current);
  if (inline) return at(wantedFor(table[inline[1]!]?.completes), inline[0]);
  if (current.startsWith('-') && !isEnded) return at(optionCandidates(table));
  if (verb === undefined) return at(await verbCandidates());
  return at(positionals.length === 1 ? wantedFor(command?.completes) : undefined);
}

interface Walked {
  readonly positionals: readonly string[];
  /** The option whose value comes next. */
  readonly pending: string | undefined;
  /** True after `--`. */
  readonly isEnded: boolean;
  readonly values: Place['values'];
}

/** As the parser reads them, but nothing is an error. */
function walk(words: readonly string[], table: OptionTable): Walked {
  const positionals: string[] = [];
  const ignore: string[] = [];
  let dir: string | undefined;
  let pending: string | undefined;
  let isEnded = false;
  const take = (name: string, value: string) => {
    if (name === 'dir') dir = value;
    if (name === 'ignore') ignore.push(value);
  };
  for (const word of words) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (pending !== undefined) {
      take(pending, word);
      pending = undefined;
    } else if (isEnded || !word.startsWith('-')) positionals.push(word);
    else if (word === '--') isEnded = true;
    else if (name !== undefined && value !== undefined) take(name, value);
    else if (name !== undefined && table[name]?.type === 'string') pending = name;
  }
  const values = { ...(dir !== undefined && { dir }), ...(ignore.length > 0 && { ignore }) };
  return { positionals, pending, isEnded, values };
}

function wantedFor(completes: Completes | undefined): Place['wanted'] {
  if (completes === undefined || typeof completes === 'string') return completes;
  return completes.map((word) => ({ word, about: '' }));
}

function optionCandidates(table: OptionTable): Candidate[] {
  return Object.entries(table).map(([name, { description }]) => ({
    word: `--${name}`,
    about: description,
  }));
}

async function verbCandidates(): Promise<Candidate[]> {
  const loaded = [...commands].map(async ([word, load]): Promise<Candidate> => {
    const { summary }: Command = await load();
    return { word, about: summary };
  });
  return Promise.all(loaded);
}
