import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { resolveLinks } from '@mem/fs-node/directory-rule';
import { run } from './program/run.js';
import { keepHeapSmall } from './program/small-heap.js';
import { UsageError } from './program/usage-error.js';

/** Put in by the build. */
declare const MEM_VERSION: string;

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Asked twice, it does not wait for anything.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });
}

keepHeapSmall();
void run({
  arguments: process.argv.slice(2),
  environment: process.env,
  get workingDirectory() {
    return projectDirectory();
  },
  get homeDirectory() {
    return homeDirectory();
  },
  platform: process.platform,
  version: MEM_VERSION,
  streams: { input: process.stdin, output: process.stdout },
  stop: stop.signal,
  log: (line) => process.stderr.write(`mem-mcp: ${line}\n`),
}).then((code) => {
  // Watchers, timers and an open standard input would keep the process alive.
  process.exit(code);
});

/** Clients start servers anywhere; Claude Code says where the project is. */
function projectDirectory(): string {
  const given = process.env.CLAUDE_PROJECT_DIR;
  const isThere = given && statSync(given, { throwIfNoEntry: false })?.isDirectory();
  try {
    return resolveLinks(isThere ? given : process.cwd());
  } catch {
    throw new UsageError('The working directory is not there any more. Start mem-mcp elsewhere.');
  }
}

function homeDirectory(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  throw new UsageError('HOME is not an absolute path. Set it, or name the directory with --dir.');
}
