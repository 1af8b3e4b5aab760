import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Playground } from './playground.js';
import { git, memIn } from './repositories.js';

let play: Playground;
let remote: string;
beforeEach(() => {
  play = new Playground();
  remote = play.folder('remote.git');
  git(remote, 'init', '--quiet', '--bare');
});
afterEach(() => play.remove());

// Put together here, so that no scanner takes this file for a leak.
const token = `ghp_${'Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2'}`;

function openClone(name: string) {
  const directory = play.folder(name);
  const mem = (words: readonly string[]) => memIn(play, directory, words);
  mem(['init', '--git', '--dir', directory]);
  return {
    mem,
    /** As an editor would, which asks no guard. */
    write: (body: string) =>
      writeFileSync(
        join(directory, 'rules.md'),
        `---\nname: rules\ndescription: A rule\ntype: user\n---\n\n${body}\n`,
      ),
  };
}

const warned = {
  kind: 'secret-suspected',
  path: 'rules.md',
  line: 8,
  message: expect.stringMatching(/Rule github-\S+, line 8\.$/),
};

it('names a secret that comes out of the history or from another machine, never its value', () => {
  const [a, b] = [openClone('a'), openClone('b')];
  a.write(`one\n${token}`);
  expect(a.mem(['sync', remote, '--remember']).code).toBe(0);
  const text = b.mem(['sync', remote, '--remember']);
  expect([text.code, text.err]).toEqual([0, expect.stringContaining('line 8.')]);
  expect(b.mem(['show', 'rules', '--body']).out).toContain(token);

  a.write('one\nclean');
  a.mem(['sync']);
  const restored = a.mem(['restore', 'rules', '--at', 'HEAD~1', '--json']);
  expect(restored).toMatchObject({ code: 0, json: { warnings: [warned] } });
  expect(a.mem(['restore', 'rules', '--at', 'HEAD', '--json']).json).toMatchObject({
    warnings: [],
  });

  b.write('one\nother');
  a.mem(['sync']);
  expect(b.mem(['sync', '--json'])).toMatchObject({ code: 0 });
  a.write('one\nmine');
  b.write(`one\n${token}x`);
  b.mem(['sync']);
  const merged = a.mem(['sync', '--json']);
  expect(merged).toMatchObject({ code: 3, json: { warnings: [] } });
  const resolved = a.mem(['resolve', 'rules', '--theirs', '--json']);
  expect(resolved).toMatchObject({ code: 0, json: { warnings: [warned] } });
  for (const { out, err } of [text, restored, merged, resolved]) {
    expect(out + err).not.toContain(token);
  }
});
