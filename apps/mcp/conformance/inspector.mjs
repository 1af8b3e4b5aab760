// npm run inspector: the official inspector's command line lists and calls every tool, resource and
// prompt of the built program, over standard input and output and over HTTP, in both eras of the
// protocol. It fails on any error, on what `--strict` has to say of a schema, and on a tool or
// prompt that it has no example for.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const inspectorPackage = '@modelcontextprotocol/inspector@2.12.0';
const eras = ['legacy', 'modern'];

/** In an order in which each finds what it needs; a list of lists, since some are called twice. */
const toolCalls = [
  [
    'save_memory',
    {
      name: 'release-day',
      description: 'When we release',
      type: 'project',
      body: 'On Tuesdays. See [[nothing]].',
    },
  ],
  ['update_memory', { name: 'release-day', description: 'The day of releases' }],
  ['search_memory', { query: 'tuesday' }],
  ['list_memories', {}],
  ['read_memory', { name: 'release-day' }],
  ['recall_memory', { query: 'when do we release' }],
  ['memory_history', { name: 'release-day' }],
  ['delete_memory', { name: 'release-day', confirm: true }],
];
const promptArguments = {
  remember: { fact: 'We release on Tuesdays.' },
  recall: { topic: 'release' },
  'review-memories': {},
};

const environment = { ...process.env, NODE_NO_WARNINGS: '1' };
const program = fileURLToPath(new URL('../dist/mem-mcp.js', import.meta.url));
const inspector = await findInspector();
build();

const failures = [];
const combinations = ['stdio', 'http'].flatMap((transport) =>
  eras.map((era) => ({ transport, era, where: `${transport}, ${era}` })),
);
await Promise.all(
  combinations.map(({ transport, era, where }) =>
    withServer(transport, async (target) => await driveAll(where, era, target)),
  ),
);
for (const { where } of combinations) {
  const isClean = !failures.some((failure) => failure.startsWith(where));
  process.stdout.write(`${where}: ${isClean ? 'clean' : 'FAILED'}\n`);
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function driveAll(where, era, target) {
  const ask = (method, ...args) => inspect(where, era, target, ['--method', method, ...args]);
  const { tools = [] } = await ask('tools/list', '--strict');
  const names = tools.map(({ name }) => name);
  expectExamples(
    where,
    'tool',
    names,
    toolCalls.map(([name]) => name),
  );
  for (const [name, args] of toolCalls.filter(([name]) => names.includes(name))) {
    if (name === 'delete_memory') await readAndPrompt(where, ask);
    const result = await callTool(ask, name, args);
    if (name === 'memory_history') await readOldest(where, ask, args, result);
  }
}

function callTool(ask, name, args) {
  return ask('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args));
}

/** The history has what the calls before did, and gives back what the memory said first. */
async function readOldest(where, ask, args, { structuredContent }) {
  const { changes = [] } = structuredContent ?? {};
  if (changes.length !== 2)
    failures.push(`${where}: ${changes.length} changes in the history, not 2`);
  const oldest = changes.at(-1);
  if (oldest === undefined) return;
  const { revision } = oldest;
  const then = await callTool(ask, 'memory_history', { ...args, revision });
  if (!then.structuredContent?.text?.includes('When we release'))
    failures.push(`${where}: the history does not hold the first words`);
}

/** While the memory of the examples is there. */
async function readAndPrompt(where, ask) {
  const { resources = [] } = await ask('resources/list');
  const { resourceTemplates = [] } = await ask('resources/templates/list');
  const uris = resources.map(({ uri }) => uri);
  const byTemplate = resourceTemplates.map(({ uriTemplate }) =>
    uriTemplate.replace('{name}', 'release-day'),
  );
  if (uris.length < 2 || byTemplate.length === 0)
    failures.push(`${where}: not all resources are listed`);
  for (const uri of [...uris, ...byTemplate]) await ask('resources/read', '--uri', uri);
  const { prompts = [] } = await ask('prompts/list');
  const names = prompts.map(({ name }) => name);
  expectExamples(where, 'prompt', names, Object.keys(promptArguments));
  for (const name of names) {
    const pairs = Object.entries(promptArguments[name] ?? {}).map(
      ([key, value]) => `${key}=${value}`,
    );
    // Not last: it would swallow the command that follows.
    const args = pairs.length > 0 ? ['--prompt-args', ...pairs] : [];
    await ask('prompts/get', ...args, '--prompt-name', name);
  }
}

function expectExamples(where, kind, names, examples) {
  if (names.length === 0) failures.push(`${where}: no ${kind} is listed`);
  for (const name of names.filter((name) => !examples.includes(name))) {
    failures.push(`${where}: there is no example for the ${kind} ${name}`);
  }
}

/** Resolves to the result; what goes wrong is among the failures. */
async function inspect(where, era, target, args) {
  const all = [inspector, '--cli', '--protocol-era', era, '--format', 'json', ...args, ...target];
  const what = `${where}: ${args.filter((arg) => !arg.startsWith('--')).join(' ')}`;
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, all, {
      env: environment,
    });
    const { result } = JSON.parse(stdout);
    if (result.isError) failures.push(`${what}: ${JSON.stringify(result.content)}`);
    if (args.includes('--strict') && /^\s*(?:Warning|Error|Issue):/m.test(stderr))
      failures.push(`${what}:\n${stderr}`);
    return result;
  } catch (error) {
    failures.push(`${what}: ${error.stdout ?? ''}${error.stderr ?? error.message}`);
    return {};
  }
}

/** Hands on how the inspector reaches a server on an empty directory, one with a history. */
async function withServer(transport, use) {
  const directory = mkdtempSync(join(tmpdir(), 'mem-inspector-'));
  try {
    execFileSync('git', ['init', '--quiet', directory]);
    const args = [program, '--dir', directory];
    if (transport === 'stdio') await use([process.execPath, ...args]);
    else await withHttpServer(args, use);
  } finally {
    // The inspector may be gone a moment before the server that it started.
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function withHttpServer(args, use) {
  const token = randomBytes(24).toString('base64url');
  const server = spawn(process.execPath, [...args, '--http', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment, MEM_MCP_TOKEN: token },
  });
  try {
    const url = await addressOf(server);
    await use([
      '--header',
      `Authorization: Bearer ${token}`,
      '--transport',
      'http',
      '--server-url',
      url,
    ]);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

/** From the line with which the program says where it listens. */
async function addressOf(server) {
  for await (const line of createInterface(server.stderr)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The server does not listen.');
}

function build() {
  const rolldown = fileURLToPath(
    new URL('../../../node_modules/rolldown/bin/cli.mjs', import.meta.url),
  );
  execFileSync(process.execPath, [rolldown, '-c'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Where npx has put it: started from there, a call takes a third of the time. */
async function findInspector() {
  const which = ['-y', '-p', inspectorPackage, '--', 'which', 'mcp-inspector'];
  const { stdout } = await promisify(execFile)('npx', which);
  return stdout.trim();
}
