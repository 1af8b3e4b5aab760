import { resolve } from 'node:path';
import type { Rule } from './rule.js';

export const optionRule: Rule = {
  source: 'option',
  apply: ({ directoryOption, workingDirectory }) => {
    if (directoryOption === undefined)
      return { kind: 'passed', explanation: '--dir is not given.' };
    if (directoryOption === '') {
      return { kind: 'refused', explanation: '--dir is empty. Give it a directory.' };
    }
    const directory = resolve(workingDirectory, directoryOption);
    return { kind: 'chosen', directory, explanation: `--dir names ${directory}.` };
  },
};

export const environmentRule: Rule = {
  source: 'environment',
  apply: ({ environment, workingDirectory }) => {
    const value = environment.MEM_DIR;
    if (!value) return { kind: 'passed', explanation: 'MEM_DIR is not set.' };
    const directory = resolve(workingDirectory, value);
    return { kind: 'chosen', directory, explanation: `MEM_DIR names ${directory}.` };
  },
};
