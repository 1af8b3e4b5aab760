import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveLinks } from '@mem/fs-node/directory-rule';
import { UsageError } from './arguments/usage-error.js';
import { run } from './run.js';
import { isTerminal, writeText } from './terminal/standard-streams.js';
import type { World } from './world.js';

/** Put in by the build. */
declare const MEM_VERSION: string;

const world: World = {
  arguments: process.argv.slice(2),
  environment: process.env,
  get workingDirectory() {
    return workingDirectory();
  },
  get homeDirectory() {
    return homeDirectory();
  },
  platform: process.platform,
  now: () => new Date(),
  version: MEM_VERSION,
  program: [process.execPath, fileURLToPath(import.meta.url)],
  get outputIsTerminal() {
    return isTerminal(1);
  },
  get errorIsTerminal() {
    return isTerminal(2);
  },
  readInput,
  writeOutput: (text) => writeText(1, text),
  writeError: (text) => writeText(2, text),
};

void run(world).then((exitCode) => {
  process.exitCode = exitCode;
});

function homeDirectory(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  throw new UsageError('HOME is not an absolute path. Set it, or name the directory with --dir.');
}

function workingDirectory(): string {
  try {
    return resolveLinks(process.cwd());
  } catch {
    throw new UsageError('The working directory is not there any more. Go to another one.');
  }
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
