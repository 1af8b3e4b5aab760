// npm test: sets up what is missing, then runs every check and every test. The last line is
// `N passed, N failed`; the exit code is 1 when anything failed.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, environment, nameOf, root, workspacePackages } from './bootstrap.mjs';
import { addUp, countsOf } from './test-counts.mjs';

ensureInstalled();
const counts = [
  check('lint', ['@biomejs/biome/bin/biome', 'check', '.']),
  check('types', ['typescript/bin/tsc', '-p', 'tsconfig.check.json']),
  ...testPackages(),
];
for (const { name, passed, failed } of counts) {
  console.log(`${failed > 0 ? 'FAILED' : 'ok    '}  ${name}: ${passed} passed, ${failed} failed`);
}
const { passed, failed } = addUp(counts);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

/** A whole run of a checker counts as one test. */
function check(name, command) {
  const { status } = runTool(command);
  return { name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/** Each package's tests, through turbo, which repeats the result of what has not changed. */
function testPackages() {
  const folders = workspacePackages();
  // A result left by an earlier run must not count for a run that crashed.
  for (const folder of folders) rmSync(resultsFile(folder), { force: true });
  const runs = join(root, '.turbo', 'runs');
  rmSync(runs, { recursive: true, force: true });
  const { status } = runTool([
    'turbo/bin/turbo',
    'run',
    'test',
    '--continue=always',
    '--output-logs=errors-only',
    '--summarize',
    // Each package's runner uses several processes already.
    `--concurrency=${Math.max(1, Math.floor(availableParallelism() / 2))}`,
  ]);
  const tasks = readTasks(runs);
  if (tasks.length === 0) return [{ name: 'turbo', passed: 0, failed: 1 }];
  const byName = new Map(folders.map((folder) => [nameOf(folder), folder]));
  const counted = tasks.flatMap((task) => countsOf(task, resultsOf(byName.get(task.package))));
  // Whatever turbo itself found wrong counts, even where no task can be blamed.
  const unexplained = status !== 0 && addUp(counted).failed === 0;
  return unexplained ? [...counted, { name: 'turbo', passed: 0, failed: 1 }] : counted;
}

function readTasks(runs) {
  try {
    const [file] = readdirSync(runs);
    return JSON.parse(readFileSync(join(runs, file), 'utf8')).tasks;
  } catch {
    return [];
  }
}

function resultsOf(folder) {
  if (folder === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(resultsFile(folder), 'utf8'));
  } catch {
    return undefined;
  }
}

function resultsFile(folder) {
  return join(root, folder, '.test-results.json');
}

function runTool([file, ...args]) {
  const path = join(root, 'node_modules', file);
  return spawnSync(process.execPath, [path, ...args], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
}
