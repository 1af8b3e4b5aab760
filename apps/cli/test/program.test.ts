import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onTerminal, terminals } from './on-terminal.js';
import { Playground, program } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
});
afterEach(() => play.remove());

describe('the built program', () => {
  it('is executable and names its version', () => {
    accessSync(program, constants.X_OK);
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout).toBe(`${version}\n`);
  });

  it('prints help alone, with --help, and for each verb with examples', () => {
    const { code, out } = play.call([]);
    expect(code).toBe(0);
    expect(play.call(['--help']).out).toBe(out);
    const verbs = [...out.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, verb]) => verb!);
    expect(verbs).toContain('save');
    for (const verb of verbs) {
      const help = play.call([verb, '--help']);
      expect(help.code).toBe(0);
      expect(help.out).toMatch(new RegExp(`^Usage\n {2}mem ${verb}`));
      expect(help.out).toMatch(/Examples\n {2}.*mem /);
    }
  });

  it('ends quietly when its reader has seen enough', async () => {
    const body = 'line\n'.repeat(100_000);
    play.entry('long.md', { name: 'long', description: 'd', type: 'user' }, body);
    const child = spawn(process.execPath, [program, 'show', 'long'], {
      env: { ...process.env, MEM_DIR: play.memory },
    });
    let complaints = '';
    child.stderr.on('data', (chunk) => {
      complaints += chunk;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  });

  it('passes no escape sequence of a memory on to the eye through standard error', () => {
    for (const words of [
      ['show', '\u001b[2Jname\nsecond'],
      ['list', '--dir=/\u001b[2Jnowhere\nsecond'],
    ]) {
      const { err } = play.mem(words);
      expect(err).not.toContain('\u001b');
      expect(err.trimEnd()).not.toContain('\n');
    }
  });

  it('colours nothing that is not a terminal', () => {
    play.entry('a.md', { name: 'a', description: 'd', type: 'user' });
    for (const words of [['list'], ['show', 'a'], ['--help'], ['check']]) {
      expect(play.mem(words).out).not.toContain('\u001b');
    }
  });
});

describe.runIf(terminals)('on a terminal', () => {
  beforeEach(() => {
    play.entry(
      'a.md',
      { name: 'evil\u001b[2J', description: 'd\u009b2J', type: 'user' },
      '\u001b]0;x\n',
    );
  });

  it('shows control characters of memories instead of obeying them', () => {
    const out = onTerminal(play, ['show', 'a']);
    expect(out).toContain('\\x1b]0;x');
    expect(out).not.toContain('\u001b]');
    expect(out).not.toContain('\u001b[2J');
    expect(onTerminal(play, ['list'])).not.toContain('\u009b');
  });

  it('colours, unless NO_COLOR is set', () => {
    expect(onTerminal(play, ['list'])).toContain('\u001b[1m');
    expect(onTerminal(play, ['list'], { NO_COLOR: '1' })).not.toContain('\u001b[');
  });
});

describe('starting', () => {
  it('loads no YAML and no schema library to list and search plain headers', () => {
    play.entry('a.md', { name: 'a', description: 'd', type: 'user' });
    const quick = [
      ['list'],
      ['search', 'body'],
      ['search', 'body', '--explain', '--since', '1d', '--type=user', '--ignore=name:b'],
      ['recall', 'body'],
      ['where'],
    ];
    for (const words of quick) {
      const { err } = play.mem(words, { environment: { NODE_DEBUG: 'module' } });
      const loaded = [...err.matchAll(/parts\/([a-z0-9-]+)\.js/g)].map(([, part]) => part);
      expect(loaded).toContain('read');
      expect(loaded).not.toContain('validate-fields');
      expect(loaded).not.toContain('parse-entry-file');
    }
  });
});
