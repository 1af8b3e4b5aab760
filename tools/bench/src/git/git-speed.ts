import type { Benchmark } from '../benchmark.js';
import { measureCommits } from './commit-speed.js';
import { measureLog } from './log-speed.js';

/** What a history costs. */
export const gitSpeed: Benchmark = {
  name: 'git',
  about: 'saves with their commits, and the log of a memory, beside plain git',
  async *run(options) {
    yield await measureCommits(options);
    yield await measureLog(options);
  },
};
