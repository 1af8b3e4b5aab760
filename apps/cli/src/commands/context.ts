import { type ContextResult, estimateTokens, memoryInstructions } from '@mem/core';
import { ignoreOption } from '../arguments/ignore-option.js';
import { oneOf } from '../arguments/one-of.js';
import { wholeNumber } from '../arguments/whole-number.js';
import { type Call, defineCommand } from '../command.js';
import { count } from '../view.js';

const formats = ['markdown', 'xml', 'index'] as const;

const options = {
  'max-chars': { type: 'string', value: 'N', description: 'the longest the block may be (4000)' },
  'max-tokens': {
    type: 'string',
    value: 'N',
    description: 'the same in tokens, estimated for models of today',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    completes: formats,
    description: 'markdown, xml, or index: MEMORY.md as an agent sees it at start',
  },
  instructions: {
    type: 'boolean',
    description: 'first how to keep and use memories, for a model; beside the limit',
  },
  ...ignoreOption,
} as const;

export const context = defineCommand({
  usage: 'context [--max-chars N | --max-tokens N] [--format markdown|xml|index] [--instructions]',
  summary: 'print the memories as a block for a model’s prompt',
  details: 'What does not fit is counted in the last line of the block, never dropped silently.',
  options,
  positionals: [0, 0],
  examples: [
    'mem context',
    'mem context --max-tokens 2000 --format xml',
    'mem context --format index --instructions',
  ],
  async run(call) {
    const asked = contextOptions(call);
    const { directory, result } = await call.read((store) => store.context(asked));
    const { text, tokens } = call.options.instructions ? withInstructions(result) : result;
    const { included, omitted } = result;
    return {
      json: { directory, text, included, omitted, tokens },
      page: [text === '' || text.endsWith('\n') ? text : `${text}\n`],
      notes: omitted.length === 0 ? [] : [leftOutNote(omitted.length, call.options)],
    };
  },
});

function contextOptions({ options: given }: Call<typeof options>) {
  const maxChars = wholeNumber('max-chars', given['max-chars']);
  const maxTokens = wholeNumber('max-tokens', given['max-tokens']);
  const format = oneOf('--format', given.format, formats);
  return {
    ...(maxChars !== undefined && { maxChars }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(format !== undefined && { format }),
  };
}

/** The block of an index holds what MEMORY.md does: there it is seldom the limit. */
function leftOutNote(omitted: number, given: Call<typeof options>['options']): string {
  const what = count(omitted, 'memory', 'memories');
  const limit = given['max-tokens'] === undefined ? '--max-chars' : '--max-tokens';
  return given.format === 'index'
    ? `${what} without a line in it; see "mem index --check", and ${limit}.\n`
    : `${what} left out; see ${limit}.\n`;
}

function withInstructions(result: ContextResult): Pick<ContextResult, 'text' | 'tokens'> {
  const instructions = memoryInstructions();
  const text = result.text === '' ? instructions : `${instructions}\n${result.text}`;
  return { text, tokens: estimateTokens(text) };
}
