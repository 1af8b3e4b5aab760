export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** What stands for the value in the help, such as `TEXT`. */
  readonly value?: string;
  readonly description: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** What was given: undefined for an option that was not. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]:
    | (Table[Name]['type'] extends 'string' ? string : boolean)
    | undefined;
};

/** Understood by every verb, before or after it. */
export const globalOptions = {
  dir: {
    type: 'string',
    value: 'DIRECTORY',
    description: 'the memory directory (else MEM_DIR, .mem.json, or Claude Code’s own)',
  },
  json: { type: 'boolean', description: 'print one JSON document, errors too' },
  help: { type: 'boolean', short: 'h', description: 'show help' },
} as const satisfies OptionTable;
