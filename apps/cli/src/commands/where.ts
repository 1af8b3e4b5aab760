import { directoryExists, type Step } from '@mem/fs-node/directory-rule';
import { defineCommand } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { type Piece, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';

export const where = defineCommand({
  usage: 'where',
  summary: 'say which memory directory is used here, and why',
  details: 'Reads only. Exit 4 when the choice is refused; the last line then says what to do.',
  options: {},
  positionals: [0, 0],
  examples: ['mem where', 'mem where --json', 'cd "$(mem where --json | jq -r .directory)"'],
  async run({ choose }) {
    const { steps, source, directory, projectRoot, refusal } = choose();
    const exists = directory !== undefined && directoryExists(directory);
    return {
      json: {
        directory: directory ?? null,
        exists,
        source: source ?? null,
        project: projectRoot ?? null,
        steps,
      },
      page: [
        ...(directory === undefined
          ? []
          : [styled('bold', directory), exists ? '\n' : '  (not there yet)\n']),
        ...steps.flatMap(stepLine),
      ],
      exitCode: refusal ? exitCodes.REFUSED : 0,
    };
  },
});

const marks = { passed: '-', chosen: '*', refused: '!' } as const;

function stepLine({ outcome, explanation }: Step): Piece[] {
  const style = outcome === 'refused' ? 'red' : outcome === 'chosen' ? 'cyan' : 'dim';
  return ['  ', styled(style, marks[outcome]), ` ${oneLine(explanation)}\n`];
}
