import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Playground, program } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
  play.entry('good.md', { name: 'good', description: 'd', type: 'user' });
});
afterEach(() => play.remove());

describe.skipIf(!existsSync('/dev/full'))('a full disk behind standard output', () => {
  it.each([
    ['list', []],
    ['list', ['--json']],
    ['show', ['good', '--json']],
    ['show', ['nobody', '--json']],
    ['--help', []],
  ])('is one line on standard error: mem %s %j', (verb, rest) => {
    const full = openSync('/dev/full', 'w');
    const directory = verb === '--help' ? [] : ['--dir', play.memory];
    const { status, stderr } = spawnSync(process.execPath, [program, verb, ...rest, ...directory], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toMatch(/^mem: [^\n]*output could not be written \(ENOSPC\)[^\n]*\n$/);
    expect(status).toBe(5);
  });
});

describe('what people type', () => {
  it('mem help, mem help VERB and mem -v are answered', () => {
    expect(play.mem(['help'])).toMatchObject({ code: 0, out: play.mem(['--help']).out });
    expect(play.mem(['help', 'save'])).toMatchObject({
      code: 0,
      out: play.mem(['save', '--help']).out,
    });
    expect(play.mem(['help', 'sav'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/mem save/),
    });
    expect(play.mem(['-v'])).toMatchObject({ code: 0, out: play.mem(['--version']).out });
  });

  it('a misspelt type is told', () => {
    expect(play.mem(['list', '--type', 'feedbak']).err).toMatch(/usual types are user, feedback/);
    expect(play.mem(['search', 'd', '--type', 'feedbak']).err).toMatch(/usual types are/);
    expect(play.mem(['list', '--type', 'Project']).err).not.toMatch(/usual types/);
  });

  it('an empty or relative HOME is refused, not taken for the working directory', () => {
    for (const HOME of ['', 'rel']) {
      const told = play.mem(['list'], { environment: { HOME, MEM_DIR: '' } });
      expect(told).toMatchObject({
        code: 2,
        err: expect.stringMatching(/HOME is not an absolute path/),
      });
    }
  });
});
