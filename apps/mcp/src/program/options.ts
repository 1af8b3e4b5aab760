import type { ParseArgsConfig } from 'node:util';

/** Every option, with what the help says of it. */
export const optionTable = {
  dir: {
    type: 'string',
    value: 'DIRECTORY',
    description: 'the memory directory; without it, the one that `mem where` names',
  },
  store: {
    type: 'string',
    multiple: true,
    value: 'NAME=DIRECTORY',
    description: 'serve several directories by name; DIRECTORY auto: the one of this project',
  },
  workspace: {
    type: 'string',
    value: 'DIRECTORY',
    description: 'the project that the memories are about',
  },
  ignore: {
    type: 'string',
    multiple: true,
    value: 'SPEC',
    description:
      'act as if memories were not there: all, or type:…, name:…, query:…; adds to MEM_IGNORE',
  },
  'read-only': { type: 'boolean', description: 'offer no tool that writes' },
  write: {
    type: 'string',
    value: 'allow|ask|propose',
    description:
      'ask: change only what a person agrees to, in a form of the client; propose: every change waits until a person accepts it with `mem pending`',
  },
  rate: {
    type: 'string',
    value: 'NUMBER',
    description: 'calls a minute, 0 for no limit (default 600)',
  },
  http: {
    type: 'string',
    value: 'PORT',
    description:
      'serve Streamable HTTP at http://127.0.0.1:PORT/mcp instead of standard input and output; 0: any free port',
  },
  host: {
    type: 'string',
    value: 'ADDRESS',
    description: 'listen on another address than 127.0.0.1; needs --allow-host',
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    description: 'a host name that requests may give, besides localhost',
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    description:
      'the bearer token for HTTP; without it MEM_MCP_TOKEN, else a new one, printed at start',
  },
  'no-token': {
    type: 'boolean',
    description: 'HTTP without a token: every program of this machine may read and write',
  },
  help: { type: 'boolean', short: 'h', description: 'show this' },
  version: { type: 'boolean', description: 'show the version' },
} as const satisfies NonNullable<ParseArgsConfig['options']> &
  Record<string, { description: string; value?: string }>;

export function helpText(): string {
  const lines = Object.entries(optionTable).map(([name, option]) => {
    const value = 'value' in option ? ` ${option.value}` : '';
    return `  --${name}${value}\n      ${option.description}`;
  });
  return `mem-mcp: the memory directory of an AI agent as an MCP server

Usage
  mem-mcp [OPTIONS]                  on standard input and output, as clients start it
  mem-mcp --http 3777 [OPTIONS]      over HTTP, on this machine only

Options
${lines.join('\n')}

Examples
  mem-mcp --dir ~/notes/memory
  mem-mcp --read-only
  mem-mcp --store project=auto --store user=~/.claude/memory
  mem-mcp --http 3777 --token-file ~/.config/mem/token

Every option, and how to set up each client: docs/mcp.md of the project.
`;
}
