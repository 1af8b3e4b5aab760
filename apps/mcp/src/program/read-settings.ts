import { parseArgs } from 'node:util';
import { type Ignore, parseIgnore } from '@mem/core';
import type { WriteAccess } from '@mem/fs-node/directory-rule';
import type { PlacesWanted } from '../places/open-places.js';
import { optionTable } from './options.js';
import { UsageError } from './usage-error.js';

export interface HttpSettings {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly tokenFile: string | undefined;
  readonly token: boolean;
}

/** What the program was asked to do. */
export type Settings =
  | { readonly mode: 'help' | 'version' }
  | {
      readonly mode: 'serve';
      readonly places: PlacesWanted;
      readonly write: WriteAccess;
      /** Calls a minute; 0 for no limit. */
      readonly rate: number;
      /** Undefined: standard input and output. */
      readonly http: HttpSettings | undefined;
    };

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws UsageError */
export function readSettings(args: readonly string[], environment: Environment): Settings {
  const values = parse(args);
  if (values.help) return { mode: 'help' };
  if (values.version) return { mode: 'version' };
  return {
    mode: 'serve',
    places: {
      dir: values.dir,
      stores: storesOf(values.store, values.dir),
      workspace: values.workspace,
      ignore: ignoreOf([...(values.ignore ?? []), environment.MEM_IGNORE ?? '']),
    },
    write: writeOf(values.write, values['read-only']),
    rate: wholeNumber('--rate', values.rate ?? '600', 1_000_000),
    http: httpOf(values),
  };
}

type Values = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: optionTable, strict: true }).values;
  } catch (error) {
    // Its first sentence says what is wrong; the rest is advice for other programs than this.
    const [message = ''] = (error as Error).message.split(/\n|\. /, 1);
    throw new UsageError(`${message.replace(/\.$/, '')}. See "mem-mcp --help".`);
  }
}

function storesOf(given: readonly string[] = [], dir: string | undefined): PlacesWanted['stores'] {
  if (given.length > 0 && dir !== undefined) {
    throw new UsageError('Give either --dir or --store, not both.');
  }
  const stores = given.map((text) => {
    const match = /^([a-z][a-z0-9-]{0,31})=(.+)$/.exec(text);
    if (match) return { name: match[1]!, directory: match[2]! };
    throw new UsageError(
      `--store ${JSON.stringify(text)}: write NAME=DIRECTORY; a name has small letters, digits and "-".`,
    );
  });
  const names = stores.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`Two stores are named ${twice}.`);
  return stores;
}

function writeOf(given: string | undefined, readOnly: boolean | undefined): WriteAccess {
  const access = (['allow', 'ask', 'propose'] as const).find((known) => known === given);
  if (given !== undefined && access === undefined) {
    throw new UsageError(`--write is allow, ask or propose, not ${JSON.stringify(given)}.`);
  }
  if (!readOnly) return access ?? 'allow';
  if (given !== undefined) throw new UsageError('Give either --read-only or --write, not both.');
  return 'none';
}

/** All that is ignored, added up. */
function ignoreOf(texts: readonly string[]): Ignore | undefined {
  const parts = texts.map(parsedIgnore).filter((part) => part !== undefined);
  if (parts.includes(true)) return true;
  const lists = parts.filter((part) => part !== true);
  if (lists.length === 0) return undefined;
  return {
    types: lists.flatMap(({ types = [] }) => types),
    names: lists.flatMap(({ names = [] }) => names),
    query: lists.flatMap(({ query = [] }) => query),
  };
}

function parsedIgnore(text: string): Ignore | undefined {
  try {
    return parseIgnore(text);
  } catch (error) {
    throw new UsageError(`--ignore: ${(error as Error).message}`);
  }
}

function httpOf(values: Values): HttpSettings | undefined {
  const { http, host = '127.0.0.1', 'no-token': noToken = false } = values;
  const allowedHosts = values['allow-host'] ?? [];
  const only = (['host', 'allow-host', 'token-file', 'no-token'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (http === undefined) {
    if (only !== undefined) throw new UsageError(`--${only} goes with --http.`);
    return undefined;
  }
  if (noToken && values['token-file'] !== undefined) {
    throw new UsageError('Give either --token-file or --no-token, not both.');
  }
  if (!isLoopback(host)) {
    if (noToken) throw new UsageError('--no-token is for this machine only, not with --host.');
    if (allowedHosts.length === 0) {
      throw new UsageError('--host opens the server to others: name the hosts with --allow-host.');
    }
  }
  return {
    port: wholeNumber('--http', http, 65_535),
    host,
    allowedHosts,
    tokenFile: values['token-file'],
    token: !noToken,
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new UsageError(
    `${option} takes a whole number up to ${most}, not ${JSON.stringify(text)}.`,
  );
}
