import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, Playground } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
  play.entry('deploy.md', { name: 'deploy', description: 'd', type: 'project' }, 'Blue-green.\r\n');
  play.entry('ship.md', { name: 'ship', description: 'd', type: 'project' }, 'Blue-green.\n');
  play.entry('tone.md', { name: 'tone', description: 't', type: 'user' }, 'See [[ship]].\n');
  play.write(
    'memory/MEMORY.md',
    '# Mine\n\n- [Tone](tone.md) — t\n- [Gone](gone.md) — y\n- [Ship](ship.md) — by hand\n',
  );
});
afterEach(() => play.remove());

/** What every file of the memory holds, ours aside. */
function contents(): Record<string, string> {
  const names = readdirSync(play.memory).filter((name) => !name.startsWith('.'));
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(play.memory, name)))
        .digest('hex'),
    ]),
  );
}

function planOf({ json }: Answer): { operations: unknown[] } {
  return (json as unknown as { plan: { operations: unknown[] } }).plan;
}

function answering(code: string): string[] {
  const file = play.write('model.mjs', code);
  return ['--model-command', `'${process.execPath}' '${file}'`];
}

/** A plan of one operation, written by hand. */
function plan({ target, ...operation }: { kind: string; target?: string; [key: string]: unknown }) {
  const file = target && { path: target, name: 'x', sha256: '0'.repeat(64) };
  const whole = { id: '1', reason: 'r', sources: [], ...operation, ...(file && { target: file }) };
  const madeAt = '2026-11-30T10:00:00.000Z';
  return JSON.stringify({ version: 1, madeAt, model: 'none', entries: 3, operations: [whole] });
}

describe('mem distill', () => {
  it('plans as a diff, and changes nothing', () => {
    const before = contents();
    const { code, out, err } = play.mem(['distill']);
    expect(code).toBe(0);
    expect(out).toMatch(/merge (deploy|ship)\.md into (deploy|ship)\.md/);
    expect(out).toContain('-- [Gone](gone.md) — y');
    expect(err).toBe('Nothing was changed; --apply does it.\n');
    expect(contents()).toEqual(before);
    const { plan, preview } = play.mem(['distill', '--json']).json as never as {
      plan: { operations: { kind: string }[] };
      preview: { operations: unknown[] };
    };
    expect(plan.operations.map(({ kind }) => kind)).toContain('merge');
    expect(preview.operations).toHaveLength(plan.operations.length);
    expect(contents()).toEqual(before);
  });

  it('applies what it planned, and gives every byte back', () => {
    const before = contents();
    const applied = play.mem(['distill', '--apply', '--json']);
    expect([applied.code, applied.json.outcome]).toEqual([0, 'done']);
    expect(Object.keys(contents())).toHaveLength(Object.keys(before).length - 1);
    expect(play.read('memory/MEMORY.md')).not.toContain('gone.md');
    const undone = play.mem(['distill', '--undo']);
    expect([undone.code, undone.err]).toEqual([0, '']);
    expect(contents()).toEqual(before);
    expect(play.mem(['distill', '--undo'])).toMatchObject({ code: 1 });
  });

  it('leaves alone what somebody changed after it, and says so', () => {
    play.mem(['distill', '--apply']);
    const left = readdirSync(play.memory).find((name) => /^(deploy|ship)\.md$/.test(name))!;
    play.write(`memory/tone.md`, 'written by hand\n');
    const { code, out } = play.mem(['distill', '--undo']);
    expect(play.read('memory/tone.md')).toBe('written by hand\n');
    expect(readdirSync(play.memory)).toEqual(
      expect.arrayContaining(['deploy.md', 'ship.md', left]),
    );
    if (out.includes('Left as it is')) expect(code).toBe(1);
  });

  it('runs once in 24 hours, or when it is forced', () => {
    expect(play.mem(['distill', '--apply']).code).toBe(0);
    const again = play.mem(['distill', '--apply']);
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toMatch(
      /^It is not time yet: the last run was less than an hour ago.*--force/,
    );
    expect(play.mem(['distill', '--apply', '--force'])).toMatchObject({
      code: 0,
      out: 'Nothing was changed.\n',
    });
  });

  it('respects the lock of another program, and its time', () => {
    const lock = join(play.memory, '.consolidate-lock');
    writeFileSync(lock, String(process.pid));
    const before = contents();
    const held = play.mem(['distill', '--apply', '--force']);
    expect([held.code, held.out]).toEqual([1, '']);
    expect(held.err).toMatch(/^Another program is consolidating.*; try again later\.\n$/);
    expect([readFileSync(lock, 'utf8'), contents()]).toEqual([String(process.pid), before]);
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(lock, old, old);
    expect(play.mem(['distill', '--apply']).err).toMatch(/the last run was 2 hours ago/);
    expect(statSync(lock).mtime).toEqual(old);
    expect(play.mem(['distill', '--apply', '--force']).code).toBe(0);
  });

  it('deletes nothing when a plan would delete too much', () => {
    for (let at = 0; at < 8; at++) {
      play.entry(
        `copy${at}.md`,
        { name: `copy${at}`, description: 'd', type: 'project' },
        'Same.\n',
      );
    }
    const names = Object.keys(contents());
    const { code, out } = play.mem(['distill', '--apply']);
    expect(code).toBe(1);
    expect(out).toContain('Not done');
    expect(Object.keys(contents())).toEqual(names);
    play.mem(['distill', '--apply', '--force', '--max-deletions', '20']);
    expect(Object.keys(contents()).length).toBeLessThan(names.length);
  });

  it.each<[string, string]>([
    ['fails', 'process.exit(3)'],
    ['hangs', 'setTimeout(() => {}, 60000)'],
    ['answers nonsense', 'process.stdout.write("Certainly! {{{")'],
    [
      'answers with a hostile file name',
      'process.stdout.write(JSON.stringify({operations:[{kind:"delete",path:"../../x.md",reason:"r",sources:["tone.md:1"]},{kind:"create",name:"../../../etc/passwd",description:"d",type:"user",body:"b",reason:"r",sources:["tone.md:1"]}]}))',
    ],
    [
      'answers with a secret',
      'process.stdout.write(JSON.stringify({operations:[{kind:"create",name:"keys",description:"d",type:"reference",body:"AKIA"+"Q3EGRZ7PLXKTMWNA",reason:"r",sources:["tone.md:1"]}]}))',
    ],
  ])('with a model that %s does nothing beyond what is sure', (_, code) => {
    const sure = planOf(play.mem(['distill', '--json']));
    const before = contents();
    const asked = play.mem(['distill', '--json', ...answering(code), '--model-seconds', '2']);
    expect(planOf(asked).operations).toEqual(sure.operations);
    expect(contents()).toEqual(before);
    expect(asked.out).not.toContain('Q3EGRZ7PLXKTMWNA');
  });

  it('applies a plan that was kept, but what has changed since', () => {
    const kept = play.mem(['distill', '--json']);
    const file = play.write('project/plan.json', kept.out);
    const before = contents();
    const seen = play.mem(['distill', '--plan', 'plan.json']);
    expect([seen.code, contents()]).toEqual([0, before]);
    expect(seen.out).toMatch(/merge (deploy|ship)\.md into (deploy|ship)\.md/);
    const { plan } = kept.json as never as { plan: { operations: { id: string; kind: string }[] } };
    const merge = plan.operations.find(({ kind }) => kind === 'merge')?.id;
    play.write('memory/ship.md', `${play.read('memory/ship.md')}By hand.\n`);
    const changed = contents();
    play.mem(['distill', '--apply', '--plan', file, '--max-deletions', '1']);
    expect(Object.keys(contents())).toEqual(Object.keys(changed));
    expect(play.read('memory/ship.md')).toContain('By hand.');
    const again = play.mem(['distill', '--apply', '--plan', file, '--json']);
    expect(again.code).toBe(1);
    expect(again.json.refused).toEqual(
      expect.arrayContaining([{ id: merge, why: expect.stringContaining('make a new plan') }]),
    );
    expect(play.read('memory/MEMORY.md')).not.toContain('gone.md');
  });

  it('does a kept plan when its person wants it, and asks no model for it', () => {
    play.mem(['distill', '--apply']);
    play.mem(['distill', '--undo']);
    const { out } = play.mem(['distill', '--json']);
    const plan = JSON.stringify(JSON.parse(out).plan);
    const environment = { MEM_MODEL_COMMAND: 'false' };
    const done = play.mem(['distill', '--apply', '--plan', '-'], { input: plan, environment });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(play.read('memory/MEMORY.md')).not.toContain('gone.md');
  });

  it.each<[string, string]>([
    ['no JSON', 'plan: yes'],
    ['another document', '{"directory":"/x","entries":[]}'],
    ['a plan of another version', '{"version":2}'],
    ['a path out of the directory', plan({ kind: 'delete', target: '../../etc/passwd.md' })],
    ['a path of our own', plan({ kind: 'delete', target: '.mem/seen/log' })],
    ['the index', plan({ kind: 'delete', target: 'MEMORY.md' })],
    ['a kind that there is not', plan({ kind: 'format', target: 'tone.md' })],
  ])('refuses %s for a plan in one line, and changes nothing', (_, text) => {
    const before = contents();
    const { code, out, err } = play.mem(['distill', '--apply', '--plan', '-'], { input: text });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^mem: [^\n]*(plan|path)[^\n]*\n$/);
    expect(contents()).toEqual(before);
  });

  it('keeps secrets out of a plan that somebody wrote', () => {
    const body = `ghp_${'a1B2'.repeat(9)}`;
    const fields = { name: 'keys', fields: { description: 'd', type: 'reference', body } };
    const input = plan({ kind: 'create', ...fields });
    const { code, out, err } = play.mem(['distill', '--apply', '--plan', '-'], { input });
    expect(code).toBe(1);
    expect(out).toContain('github-token');
    expect(out + err).not.toContain('ghp_');
    expect(Object.keys(contents())).not.toContain('keys.md');
  });

  it('explains what goes with what', () => {
    for (const words of [['--undo'], ['--model-command', 'true']]) {
      expect(play.mem(['distill', '--plan', 'x', ...words])).toMatchObject({ code: 2 });
    }
    expect(play.mem(['distill', '--plan', 'nowhere.json']).err).toContain('is not there');
    expect(play.mem(['distill', '--apply', '--undo'])).toMatchObject({ code: 2 });
    expect(play.mem(['distill', '--force'])).toMatchObject({ code: 2 });
  });
});

it('speaks of no memory while memories are ignored', () => {
  const told = play.mem(['distill'], { environment: { MEM_IGNORE: 'name:ship' } });
  expect([told.code, told.out]).toEqual([4, '']);
  expect(told.err).toMatch(/Plan it without MEM_IGNORE\./);
  expect(play.mem(['distill'], { environment: { MEM_IGNORE: 'none' } }).code).toBe(0);
});
