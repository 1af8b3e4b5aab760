import { nearest } from './arguments/nearest.js';
import { globalOptions, type OptionTable } from './arguments/option.js';
import { type ParsedArguments, parseOptions } from './arguments/parse-options.js';
import { UsageError } from './arguments/usage-error.js';
import type { Command, Outcome } from './command.js';
import { commands } from './commands/table.js';
import { exitCodes } from './exit-code.js';
import { printError, printOutcome, printPage } from './print.js';
import { OutputError } from './terminal/standard-streams.js';
import type { World } from './world.js';

/** Does what the command line asks for. Resolves to the exit code; never rejects. */
export async function run(world: World): Promise<number> {
  const json = wantsJson(world.arguments);
  try {
    return await dispatch(world, json).catch((error: unknown) => {
      if (error instanceof OutputError) throw error;
      return printError(error, world, json);
    });
  } catch (error) {
    return withoutOutput(error, world);
  }
}

/** The last word, if there is anybody to hear it. */
function withoutOutput(error: unknown, world: World): number {
  const why = error instanceof Error ? error.message : String(error);
  try {
    world.writeError(
      `mem: The work is done, but the output could not be written (${why}). Send it somewhere else.\n`,
    );
  } catch {
    // Standard error is gone too.
  }
  return exitCodes.STORAGE;
}

/** Known before anything is parsed, since a parse error must be JSON too. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
}

async function dispatch(world: World, json: boolean): Promise<number> {
  if (world.arguments[0] === '__complete') {
    return (await import('./completion/complete.js')).complete(world);
  }
  const { verb, rest } = splitVerb(world.arguments);
  if (verb === undefined) return withoutVerb(rest, world);
  if (verb === 'help') return help(rest, world);
  const load = commands.get(verb);
  if (!load) throw unknownVerb(verb);
  const command = await load();
  const parsed = parseOptions(rest, { ...globalOptions, ...command.options });
  if (parsed.values.help) return showHelp(world, command);
  checkCount(verb, command, parsed.positionals);
  const outcome = await call(command, parsed, world);
  return printOutcome(outcome, world, json);
}

const beforeVerb = {
  ...globalOptions,
  version: { type: 'boolean', description: '' },
  v: { type: 'boolean', description: '' },
} as const;

/** The verb is the first word that is no option; global options may stand before it. */
function splitVerb(args: readonly string[]): { verb: string | undefined; rest: string[] } {
  let at = 0;
  while (args[at]?.startsWith('-')) at += args[at] === '--dir' ? 2 : 1;
  return { verb: args[at], rest: [...args.slice(0, at), ...args.slice(at + 1)] };
}

async function withoutVerb(rest: readonly string[], world: World): Promise<number> {
  const { values } = parseOptions(rest, beforeVerb satisfies OptionTable);
  if (values.version || values.v) {
    world.writeOutput(`${world.version}\n`);
    return 0;
  }
  return showHelp(world, undefined);
}

/** `mem help` and `mem help VERB`, as people type them. */
async function help([verb]: readonly string[], world: World): Promise<number> {
  if (verb === undefined) return showHelp(world, undefined);
  const load = commands.get(verb);
  if (!load) throw unknownVerb(verb);
  return showHelp(world, await load());
}

async function showHelp(world: World, command: Command | undefined): Promise<number> {
  const { commandHelp, generalHelp } = await import('./help.js');
  if (command) return printPage(commandHelp(command), world);
  const loaded = await Promise.all(
    [...commands].map(async ([name, load]) => [name, await load()] as const),
  );
  return printPage(generalHelp(new Map(loaded)), world);
}

async function call(command: Command, parsed: ParsedArguments, world: World): Promise<Outcome> {
  const { createCall } = await import('./call.js');
  return command.run(createCall(parsed, world));
}

function unknownVerb(verb: string): UsageError {
  const near = nearest(verb, commands.keys());
  return new UsageError(
    `There is no verb ${JSON.stringify(verb)}. ${near ? `Did you mean "mem ${near}"?` : '"mem --help" lists them.'}`,
  );
}

function checkCount(verb: string, command: Command, positionals: readonly string[]): void {
  const [least, most] = command.positionals;
  if (positionals.length >= least && positionals.length <= most) return;
  const problem =
    positionals.length < least
      ? 'Something is missing'
      : `${JSON.stringify(positionals[most])} is one argument too many (put a text with blanks in quotes)`;
  throw new UsageError(`${problem}: mem ${command.usage}. See "mem ${verb} --help".`);
}
