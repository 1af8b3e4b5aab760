import { failure } from './tool-failure.js';

export interface ViewCommand {
  readonly command: 'view';
  readonly path: string;
  /** First and last line, from 1; -1 is the last one. For files only. */
  readonly view_range?: readonly number[] | null | undefined;
}

export interface CreateCommand {
  readonly command: 'create';
  readonly path: string;
  readonly file_text: string;
}

export interface StrReplaceCommand {
  readonly command: 'str_replace';
  readonly path: string;
  readonly old_str: string;
  /** Omitted: `old_str` is taken out. */
  readonly new_str?: string | null | undefined;
}

export interface InsertCommand {
  readonly command: 'insert';
  readonly path: string;
  /** The line that the text goes behind; 0 is the beginning. */
  readonly insert_line: number;
  readonly insert_text: string;
}

export interface DeleteCommand {
  readonly command: 'delete';
  readonly path: string;
}

export interface RenameCommand {
  readonly command: 'rename';
  readonly old_path: string;
  readonly new_path: string;
}

export type MemoryCommand =
  | ViewCommand
  | CreateCommand
  | StrReplaceCommand
  | InsertCommand
  | DeleteCommand
  | RenameCommand;

export type CommandName = MemoryCommand['command'];

type Parameters = Readonly<Record<string, unknown>>;

/**
 * What a model sent, checked: it is data from outside, whatever the types say.
 *
 * @throws ToolFailure
 */
export function parseCommand(input: unknown): MemoryCommand {
  const parameters = isRecord(input) ? input : {};
  const { command } = parameters;
  if (typeof command !== 'string' || !Object.hasOwn(parsers, command)) {
    throw failure(
      `Unknown command ${JSON.stringify(command)}. The commands are ${Object.keys(parsers).join(', ')}`,
    );
  }
  return parsers[command as CommandName](parameters);
}

const parsers: Readonly<Record<CommandName, (given: Parameters) => MemoryCommand>> = {
  view: (given) => ({
    command: 'view',
    path: text(given, 'path'),
    view_range: range(given),
  }),
  create: (given) => ({
    command: 'create',
    path: text(given, 'path'),
    file_text: text(given, 'file_text'),
  }),
  str_replace: (given) => ({
    command: 'str_replace',
    path: text(given, 'path'),
    old_str: filled(given, 'old_str'),
    new_str: (given.new_str ?? undefined) === undefined ? '' : text(given, 'new_str'),
  }),
  insert: (given) => ({
    command: 'insert',
    path: text(given, 'path'),
    insert_line: wholeNumber(given, 'insert_line'),
    insert_text: text(given, 'insert_text'),
  }),
  delete: (given) => ({ command: 'delete', path: text(given, 'path') }),
  rename: (given) => ({
    command: 'rename',
    old_path: text(given, 'old_path'),
    new_path: text(given, 'new_path'),
  }),
};

function isRecord(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(given: Parameters, key: string): string {
  const value = given[key];
  if (typeof value !== 'string') throw failure(`The parameter \`${key}\` must be a text`);
  if (!value.isWellFormed()) {
    throw failure(`The parameter \`${key}\` holds half of a character (a lone surrogate)`);
  }
  return value;
}

function filled(given: Parameters, key: string): string {
  const value = text(given, key);
  if (value === '') throw failure(`The parameter \`${key}\` must not be empty`);
  return value;
}

function wholeNumber(given: Parameters, key: string): number {
  const value = given[key];
  if (!Number.isSafeInteger(value)) {
    throw failure(`The parameter \`${key}\` must be a whole number`);
  }
  return value as number;
}

function range({ view_range }: Parameters): readonly [number, number] | undefined {
  if (view_range === undefined || view_range === null) return undefined;
  const numbers = Array.isArray(view_range) ? view_range : [];
  const [first, last] = numbers;
  if (numbers.length !== 2 || !Number.isSafeInteger(first) || !Number.isSafeInteger(last)) {
    throw failure(
      'The parameter `view_range` must be two whole numbers: the first line and the last one, or -1 for the end of the file',
    );
  }
  return [first, last];
}
