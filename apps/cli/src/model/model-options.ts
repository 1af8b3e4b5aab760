import type { ModelFunction } from '@mem/session';
import type { OptionTable } from '../arguments/option.js';
import { UsageError } from '../arguments/usage-error.js';
import { wholeNumber } from '../arguments/whole-number.js';
import type { World } from '../world.js';
import { commandModel } from './command-model.js';
import { splitWords } from './split-words.js';

/** How a verb is given a model: a program of the user's. */
export const modelOptions = {
  'model-command': {
    type: 'string',
    value: 'PROGRAM',
    description: 'a program that gets a request on standard input and prints the answer',
  },
  'model-seconds': {
    type: 'string',
    value: 'N',
    description: 'how long its answer may take (120)',
  },
} as const satisfies OptionTable;

interface Given {
  readonly 'model-command': string | undefined;
  readonly 'model-seconds': string | undefined;
}

export interface GivenModel {
  readonly model: ModelFunction;
  /** In milliseconds. */
  readonly timeLimit: number;
}

/** Undefined where no model is given, with the option or as MEM_MODEL_COMMAND. */
export function givenModel(options: Given, world: World): GivenModel | undefined {
  const seconds = wholeNumber('model-seconds', options['model-seconds']) ?? 120;
  const command = options['model-command'] ?? world.environment.MEM_MODEL_COMMAND;
  if (command === undefined || command.trim() === '') return undefined;
  return { model: commandModel(splitWords(command), world), timeLimit: seconds * 1_000 };
}

/** @throws UsageError where no model is given */
export function requireModel(options: Given, world: World): GivenModel {
  const given = givenModel(options, world);
  if (given) return given;
  throw new UsageError(
    'This needs a model. Give a program that asks one: --model-command "PROGRAM ARGUMENT...", or MEM_MODEL_COMMAND.',
  );
}
