import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Playground } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
  play.entry('tone.md', { name: 'tone', description: 't', type: 'user' }, 'Blunt as a hammer.\n');
});
afterEach(() => play.remove());

const memory = {
  name: 'release day',
  description: 'When we release',
  type: 'feedback',
  body: 'Never on a Friday.\n\n**Why:** nobody is there.\n**How to apply:** before a release.',
  reason: 'corrected',
  messages: [1],
};

function conversation(): string {
  const { text } = play.call(['context', '--json']).json;
  const message = { role: 'user', content: `${text}\nNever release on a Friday.` };
  return play.write('talk.json', JSON.stringify([message, { role: 'assistant', content: 'Ok.' }]));
}

/** A model that keeps what it was asked, and gives this answer. */
function answering(answer: string): string[] {
  const kept = `${play.memory}/../asked.txt`;
  const file = play.write(
    'model.mjs',
    `import { readFileSync, writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(kept)}, process.env.MEM_MODEL_PURPOSE + '\\n' + readFileSync(0, 'utf8'));
process.stdout.write(${JSON.stringify(answer)});`,
  );
  return ['--model-command', `'${process.execPath}' '${file}'`];
}

describe('mem extract', () => {
  it('proposes what waits until it is accepted, and never what memory said itself', () => {
    const file = conversation();
    const answer = JSON.stringify({ memories: [memory] });
    const { code, out, err } = play.mem(['extract', file, ...answering(answer)]);
    expect([code, out]).toEqual([0, expect.stringContaining('release day')]);
    expect(err).toContain('mem pending accept');
    const asked = play.read('asked.txt');
    expect(asked).toMatch(/^extract\n/);
    expect(asked).toContain('Never release on a Friday.');
    expect(asked).not.toContain('hammer');
    expect(play.mem(['list', '--json']).json.entries).toHaveLength(1);
    expect(play.mem(['search', 'Friday']).out).not.toContain('release day');
    play.mem(['pending', 'accept', '--all']);
    expect(play.read('memory/release_day.md')).toContain('Never on a Friday.');
    const again = play.mem(['extract', file, '--json', ...answering(answer)]);
    expect(again.json).toMatchObject({
      proposed: [],
      rejected: [{ what: '"release day"', why: 'release_day.md says so already' }],
      problem: null,
    });
  });

  it.each([
    ['nonsense', '???'],
    ['a hostile name', JSON.stringify({ memories: [{ ...memory, name: '../../x' }] })],
    ['a secret', JSON.stringify({ memories: [{ ...memory, body: `AKIA${'Q3EGRZ7PLXKTMWNA'}` }] })],
  ])('with an answer of %s proposes nothing, and says so in a line', (what, answer) => {
    const { code, out, err } = play.mem(['extract', conversation(), ...answering(answer)]);
    expect([code, out]).toEqual([what === 'nonsense' ? 1 : 0, '']);
    expect(err).not.toContain('Q3EGRZ7PLXKTMWNA');
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(play.mem(['pending', '--json']).json.pending).toEqual([]);
  });

  it('needs a model and a conversation', () => {
    expect(play.mem(['extract', 'x.json']).code).toBe(2);
    expect(play.mem(['extract', 'none.json', ...answering('')]).code).toBe(2);
  });
});
