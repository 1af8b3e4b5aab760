// A program that calls the real one and then does one thing wrong: the runner must see each.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const writes = ['save', 'update', 'delete', 'rename'];

export function sabotage(kind, program, args) {
  const verb = args[0];
  const directory = args[args.indexOf('--dir') + 1];
  const world = { verb, args, directory, before: notesIn(directory) };
  const early = earlyFaults[kind]?.(world);
  const real = early ?? spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  const answer = { stdout: real.stdout, status: real.status ?? 1, stderr: real.stderr };
  const wrong = early ? answer : (faults[kind]?.({ ...world, answer }) ?? answer);
  process.stdout.write(wrong.stdout);
  process.stderr.write(wrong.stderr);
  process.exitCode = wrong.status;
}

/** Instead of the real call. */
const earlyFaults = {
  'stack trace': ({ verb }) =>
    verb === 'delete' && {
      status: 1,
      stdout: '',
      stderr: 'Error: gone\n    at remove (file:///mem.js:10:5)\n',
    },
  'writes after a refusal': ({ verb, directory }) => {
    if (verb !== 'delete') return undefined;
    appendFileSync(join(directory, 'MEMORY.md'), 'half done\n');
    return { status: 4, stdout: '', stderr: 'mem: refused\n' };
  },
  'deletes nothing': ({ verb }) =>
    verb === 'delete' && {
      status: 0,
      stdout: json({ deleted: [], changed: [], warnings: [] }),
      stderr: '',
    },
};

/** After the real call. */
const faults = {
  none: () => undefined,
  'sorts the index': afterWrite(({ directory }) => {
    edit(directory, 'MEMORY.md', (text) => `${text.trimEnd().split('\n').sort().join('\n')}\n`);
  }),
  'renders hooks anew': afterWrite(({ directory }) => {
    edit(directory, 'MEMORY.md', (text) => text.replace(/ — .*$/gm, ' — from the description'));
  }),
  'touches another file': afterWrite(({ directory, before }) => {
    const [other] = before.filter((path) => existsSync(join(directory, path)));
    appendFileSync(join(directory, other), 'changed too\n');
  }),
  'deletes another file on rebuild': afterVerb('index', ({ directory }) => {
    writeFileSync(join(directory, notesIn(directory)[0]), '');
  }),
  'drops the mark': afterWrite(({ directory }) => {
    for (const path of notesIn(directory))
      edit(directory, path, (text) => text.replace('\uFEFF', ''));
  }),
  'writes LF': afterWrite(({ directory, answer }) => {
    edit(directory, entryPath(answer), (text) => text.replaceAll('\r\n', '\n'));
  }),
  'drops unknown keys': afterWrite(({ directory, answer }) => {
    edit(directory, entryPath(answer), (text) => text.replace(/^superseded_by:.*\n/m, ''));
  }),
  'flattens the header': afterWrite(({ directory, answer }) => {
    edit(directory, entryPath(answer), (text) =>
      text.replace(/^metadata:.*\n/m, '').replace(/^ {2}type:/m, 'type:'),
    );
  }),
  'writes outside': afterWrite(({ directory }) => {
    writeFileSync(join(directory, '..', 'stray.txt'), 'stray');
  }),
  'leaves a temp file': afterWrite(({ directory }) => {
    writeFileSync(join(directory, 'keep.md.tmp'), 'left behind');
  }),
  'touches times on reading': afterVerb('list', ({ directory }) => {
    utimesSync(join(directory, notesIn(directory)[0]), 1, 1);
  }),
  'makes a cache on reading': afterVerb('search', ({ directory }) => {
    writeFileSync(join(directory, '.cache'), '');
  }),
  'hides an entry': changed('list', (value) => {
    value.entries.shift();
  }),
  'lists another file': changed('list', (value) => {
    value.entries.push({ ...value.entries[0], path: 'state.json' });
  }),
  'cuts descriptions at a sign': changed('show', (value) => {
    value.entry.description = value.entry.description?.split(' #')[0];
  }),
  'cuts bodies': changed('show', (value) => {
    value.entry.body = value.entry.body.slice(0, 5);
  }),
  'finds nothing': changed('search', (value) => {
    value.hits = [];
  }),
  'keeps quiet': changed('check', (value) => {
    value.problems = [];
  }),
  'gives false alarms': changed('check', (value) => {
    value.problems.push({ kind: 'index-dangling', path: 'feedback_steps.md', message: 'gone' });
  }),
  'counts wrong': changed('check', (value) => {
    value.index.bytes -= 1;
  }),
  'warns of nothing on saving': changed('save', (value) => {
    value.warnings = [];
  }),
  'gives long contexts': changed('context', (value) => {
    value.text = value.text.padEnd(5000, '.');
  }),
  'says nothing in JSON': ({ verb, answer }) =>
    verb === 'list' && { ...answer, stdout: 'two memories\n' },
  'fails for the directory': ({ verb, answer }) =>
    verb === 'list' && { ...answer, stdout: '', status: 5 },
};

function afterWrite(damage) {
  return (world) => {
    if (writes.includes(world.verb) && world.answer.status === 0) damage(world);
    return undefined;
  };
}

function afterVerb(verb, damage) {
  return (world) => {
    if (world.verb === verb) damage(world);
    return undefined;
  };
}

function changed(verb, change) {
  return ({ verb: called, answer }) => {
    if (called !== verb || answer.status > 1) return undefined;
    const value = JSON.parse(answer.stdout);
    if (value.error) return undefined;
    change(value);
    return { ...answer, stdout: json(value) };
  };
}

function json(value) {
  return `${JSON.stringify(value)}\n`;
}

function entryPath(answer) {
  const value = JSON.parse(answer.stdout);
  return value.entry?.path ?? 'MEMORY.md';
}

function edit(directory, path, change) {
  if (!existsSync(join(directory, path))) return;
  writeFileSync(join(directory, path), change(readFileSync(join(directory, path), 'utf8')));
}

function notesIn(directory) {
  return readdirSync(directory).filter((name) => name.endsWith('.md') && name !== 'MEMORY.md');
}
