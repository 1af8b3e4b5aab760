import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageError } from '@mem/core';
import { defineCommand } from '../command.js';
import { notSo } from '../exit-code.js';
import { type Page, styled } from '../terminal/page.js';
import { tourSteps } from '../tour/steps.js';
import { type TakenStep, takeStep } from '../tour/take-step.js';

export const tour = defineCommand({
  usage: 'tour',
  summary: 'do the main job in a scratch directory before your eyes',
  details: 'Leaves nothing behind. Exit 1 when anything is not as it should be.',
  options: {},
  positionals: [0, 0],
  examples: ['mem tour'],
  async run({ world }) {
    const scratch = makeScratch();
    const memory = join(scratch, 'memory');
    try {
      const taken = tourSteps.map((step) => takeStep(step, memory, world));
      const faults = taken.filter(({ fault }) => fault !== undefined);
      return {
        json: { steps: taken, passed: taken.length - faults.length, failed: faults.length },
        page: [
          styled('bold', `$ export MEM_DIR=${memory}`),
          '\n',
          ...taken.flatMap(stepPage),
          faults.length === 0
            ? '\nAll as it should be. The scratch directory is gone again; try "mem where" next.\n'
            : `\n${faults.length} of ${taken.length} steps did not go as they should.\n`,
        ],
        exitCode: faults.length === 0 ? 0 : notSo,
      };
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
});

function makeScratch(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'mem-tour-'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StorageError(
      `No scratch directory can be made in ${tmpdir()} (${code}). Set TMPDIR to a folder that can be written.`,
      { operation: 'write', cause: error },
    );
  }
}

function stepPage({ title, command, output, fault }: TakenStep): Page {
  return [
    title === '' ? '' : '\n',
    styled('dim', title),
    title === '' ? '' : '\n',
    '$ ',
    ...command.split('\n').flatMap((line, at) => [at === 0 ? '' : '\n', styled('bold', line)]),
    '\n',
    output,
    ...(fault === undefined ? [] : [styled('red', `Not as it should be: ${fault}.`), '\n']),
  ];
}
