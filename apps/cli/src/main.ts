import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';
import type { World } from './world.js';

/** Put in by the build. */
declare const MEM_VERSION: string;

const world: World = {
  arguments: process.argv.slice(2),
  environment: process.env,
  get workingDirectory() {
    return workingDirectory();
  },
  homeDirectory: homedir(),
  platform: process.platform,
  version: MEM_VERSION,
  program: [process.execPath, fileURLToPath(import.meta.url)],
  inputIsTerminal: isatty(0),
  outputIsTerminal: isatty(1),
  errorIsTerminal: isatty(2),
  readInput,
  writeOutput: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
};

// A reader that has seen enough (`mem list | head`) is no failure.
process.stdout.on('error', endQuietly);
process.stderr.on('error', endQuietly);
process.exitCode = await run(world);

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

function workingDirectory(): string {
  try {
    return realpathSync(process.cwd());
  } catch {
    return '/';
  }
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
