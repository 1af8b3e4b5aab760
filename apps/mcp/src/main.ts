import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolveLinks } from '@mem/fs-node/directory-rule';
import { run } from './program/run.js';

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

const code = await run({
  arguments: process.argv.slice(2),
  environment: process.env,
  get workingDirectory() {
    return projectDirectory();
  },
  get homeDirectory() {
    return homedir();
  },
  platform: process.platform,
  version: MEM_VERSION,
  streams: { input: process.stdin, output: process.stdout },
  stop: stop.signal,
  log: (line) => process.stderr.write(`mem-mcp: ${line}\n`),
});
// Watchers, timers and an open standard input would keep the process alive.
process.exit(code);

/** Clients start servers anywhere; Claude Code says where the project is. */
function projectDirectory(): string {
  const given = process.env.CLAUDE_PROJECT_DIR;
  const isThere = given && statSync(given, { throwIfNoEntry: false })?.isDirectory();
  return resolveLinks(isThere ? given : process.cwd());
}
