import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallArguments, readCallArguments, targetOf } from './call-arguments.js';
import { type Operation, operationNames } from './case-schema.js';
import { UnusableCase } from './load-case.js';
import type { Answer, Mem } from './mem.js';
import type { Sandbox } from './sandbox.js';

/** One call of the program, as a case describes it. */
export interface Call {
  readonly do: Exclude<Operation['do'], 'parallel' | 'external'>;
  readonly args: CallArguments;
}

export function isRead(call: Call): boolean {
  return call.do === 'search' || call.do === 'context' || call.do === 'lint';
}

/** The calls of a simple or parallel operation. @throws UnusableCase */
export function callsOf(operation: Operation): Call[] {
  if (operation.do === 'parallel') return parallelCalls(operation.args);
  if (operation.do === 'external' || Array.isArray(operation.args)) {
    throw new UnusableCase(`${operation.do} cannot be called with these arguments`);
  }
  return [{ do: operation.do, args: readCallArguments(operation.args) }];
}

/** The one list among the arguments; its items are saves where they do not say otherwise. */
function parallelCalls(args: Operation['args']): Call[] {
  const values = Array.isArray(args) ? [args] : Object.values(args);
  if (values.length !== 1 || !Array.isArray(values[0])) {
    throw new UnusableCase('parallel needs exactly one list of calls');
  }
  return values[0].map((item) => readCall(item, 'save'));
}

export function readCall(item: unknown, usual: Call['do']): Call {
  if (typeof item !== 'object' || item === null) {
    throw new UnusableCase(`not a call: ${JSON.stringify(item)}`);
  }
  const { do: verb = usual, args, ...rest } = item as Record<string, unknown>;
  if (verb === 'parallel' || verb === 'external' || !operationNames.includes(verb as Call['do'])) {
    throw new UnusableCase(`not a call that can be made here: ${String(verb)}`);
  }
  if (args !== undefined && Object.keys(rest).length > 0) {
    throw new UnusableCase(`not a call: ${JSON.stringify(item)}`);
  }
  const values = (args ?? rest) as Record<string, unknown>;
  return { do: verb as Call['do'], args: readCallArguments(values) };
}

export interface External {
  readonly first: Call | undefined;
  readonly file: string;
  readonly bytes: Buffer;
  readonly append: boolean;
  readonly second: Call | undefined;
}

const contentKeys = ['bytes', 'content', 'text', 'body', 'append', 'base64', 'hex'] as const;

/** A write by another program between two calls. @throws UnusableCase */
export function readExternal(args: Operation['args']): External {
  if (Array.isArray(args)) throw new UnusableCase('external needs a file and its bytes');
  const { file, path = file, first, before = first, then, after = then, ...rest } = args;
  const given = contentKeys.filter((key) => rest[key] !== undefined);
  const other = Object.keys(rest).filter((key) => !given.includes(key as never));
  const key = given[0];
  const content = key === undefined ? undefined : rest[key];
  if (typeof path !== 'string' || typeof content !== 'string' || given.length !== 1) {
    throw new UnusableCase('external needs one file and its bytes');
  }
  if (other.length > 0) throw new UnusableCase(`external cannot use ${other.join(', ')}`);
  const encoding = key === 'base64' || key === 'hex' ? key : 'utf8';
  return {
    first: before === undefined ? undefined : readCall(before, 'lint'),
    file: path,
    bytes: Buffer.from(content, encoding),
    append: key === 'append',
    second: after === undefined ? undefined : readCall(after, 'update'),
  };
}

export function writeAsAnotherProgram(sandbox: Sandbox, external: External): void {
  writeFileSync(join(sandbox.memory, external.file), external.bytes, {
    flag: external.append ? 'a' : 'w',
  });
}

export function perform(mem: Mem, sandbox: Sandbox, call: Call): Promise<Answer> {
  const { options, words, input } = commandLine(call);
  const verb = { rebuild: 'index', lint: 'check' }[call.do as string] ?? call.do;
  const args = [verb, '--json', '--dir', sandbox.memory, ...options, '--', ...words];
  return mem(sandbox, args, input);
}

interface CommandLine {
  readonly options: string[];
  readonly words: string[];
  readonly input?: string;
}

function commandLine({ do: verb, args }: Call): CommandLine {
  switch (verb) {
    case 'save':
    case 'update':
      return fieldOptions(args);
    case 'delete':
      return { options: [], words: [targetOf(args)] };
    case 'rename':
      return { options: [], words: [targetOf(args), args.newName ?? ''] };
    case 'search':
      return {
        options: [...option('type', args.type), ...option('limit', args.limit)],
        words: [args.query ?? ''],
      };
    case 'context':
      return { options: option('max-chars', args.maxChars), words: [] };
    case 'rebuild':
      return { options: ['--rebuild'], words: [] };
    case 'lint':
      return { options: [], words: [] };
  }
}

/** An argument of the system holds no NUL and at most 128 KiB: such a body goes through the input. */
function fieldOptions(args: CallArguments): CommandLine {
  const { description, type, body } = args;
  const options = [...option('description', description), ...option('type', type)];
  const words = [targetOf(args)];
  if (body === undefined || (body.length < 30_000 && !body.includes('\0') && body !== '-')) {
    return { options: [...options, ...option('body', body)], words };
  }
  return { options: [...options, '--body=-'], words, input: body };
}

function option(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`];
}
