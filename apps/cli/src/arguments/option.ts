/** What a word is one of, for a shell that completes it. */
export type Completes = 'entry' | 'path' | 'directory' | 'file' | readonly string[];

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** What stands for the value in the help, such as `TEXT`. */
  readonly value?: string;
  /** It may be given more than once, and every value counts; otherwise the last one does. */
  readonly multiple?: true;
  readonly completes?: Completes;
  readonly description: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** What was given: undefined for an option that was not. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]> | undefined;
};

type ValueOf<Spec extends OptionSpec> = Spec['type'] extends 'boolean'
  ? boolean
  : Spec extends { readonly multiple: true }
    ? readonly string[]
    : string;

/** Understood by every verb, before or after it. */
export const globalOptions = {
  dir: {
    type: 'string',
    value: 'DIRECTORY',
    completes: 'directory',
    description: 'the memory directory (else MEM_DIR, .mem.json, or Claude Code’s own)',
  },
  json: { type: 'boolean', description: 'print one JSON document, errors too' },
  help: { type: 'boolean', short: 'h', description: 'show help' },
} as const satisfies OptionTable;
