import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Playground } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
});
afterEach(() => play.remove());

const rules = ['--type', 'project', '--description', 'Releases go out Monday to Thursday'];

function save(name: string, ...more: string[]) {
  return play.mem(['save', name, ...rules, ...more]);
}

describe('save', () => {
  it('makes a file and its line of the index, and says so', () => {
    const { code, out, err } = save('Release rules', '--body', 'Never on a Friday.');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe('Saved Release rules in release_rules.md\n');
    expect(play.read('memory/release_rules.md')).toContain('Never on a Friday.');
    expect(play.read('memory/MEMORY.md')).toBe(
      '- [Release rules](release_rules.md) — Releases go out Monday to Thursday\n',
    );
  });

  it('prints its document with --json, before or after the verb', () => {
    const words = ['save', 'Release rules', ...rules, '--body', 'Text.'];
    const { json } = play.mem(['--json', ...words]);
    expect(Object.keys(json)).toEqual([
      'directory',
      'entry',
      'created',
      'changed',
      'index',
      'warnings',
      'similar',
      'history',
    ]);
    expect(json).toMatchObject({
      directory: play.memory,
      entry: { path: 'release_rules.md', name: 'Release rules', type: 'project', links: [] },
      created: true,
      changed: ['release_rules.md', 'MEMORY.md'],
      index: { lines: 1 },
      warnings: [],
    });
    expect(Object.keys(json.entry!)).toEqual([
      'path',
      'name',
      'description',
      'type',
      'modified',
      'size',
      'version',
      'provenance',
      'body',
      'metadata',
      'links',
    ]);
    expect(play.mem([...words, '--json']).json).toMatchObject({ created: false, changed: [] });
  });

  it.each([
    ['-', ['-']],
    ['--body -', ['--body', '-']],
    ['--body=-', ['--body=-']],
  ])('reads the body from standard input for %s', (_, words) => {
    const { code } = play.mem(['save', 'note', ...rules, ...words], { input: 'Größe: 你好\n' });
    expect(code).toBe(0);
    expect(play.mem(['show', 'note', '--body']).out).toBe('Größe: 你好\n');
  });

  it('reads the body from a file, found from where the person stands', () => {
    play.write('project/body.txt', 'From a file.\n');
    save('note', '--body-file', 'body.txt');
    expect(play.mem(['show', 'note', '--body']).out).toBe('From a file.\n');
  });

  it('takes a name that begins with a dash after --', () => {
    const { code } = play.mem(['save', ...rules, '--', '--dashed']);
    expect(code).toBe(0);
    expect(play.mem(['show', '--json', '--', '--dashed']).json).toMatchObject({
      entry: { name: '--dashed' },
    });
  });

  it('with --new does not touch a memory that is there', () => {
    save('note');
    expect(save('note', '--new').code).toBe(3);
  });

  it('keeps a near name apart, unless --create asks for a second', () => {
    save('ci-rules');
    const near = play.mem(['save', 'CI Rules', ...rules, '--json']);
    expect(near.code).toBe(3);
    expect(near.json.error).toMatchObject({ code: 'AMBIGUOUS', candidates: ['ci-rules.md'] });
    expect(save('CI Rules', '--create').code).toBe(0);
  });
});

describe('update', () => {
  it('changes the given field and no other byte', () => {
    play.entry('old.md', { name: 'old', '# kept': 'yes', description: 'before', type: 'user' });
    const before = play.read('memory/old.md');
    const { code, out } = play.mem(['update', 'old', '--description', 'after']);
    expect({ code, out }).toEqual({ code: 0, out: 'Updated old in old.md\n' });
    expect(play.read('memory/old.md')).toBe(before.replace('before', 'after'));
  });

  it('is refused when the file is not at the expected version any more', () => {
    save('note');
    const { version } = play.mem(['show', 'note', '--json']).json.entry! as { version: string };
    play.mem(['update', 'note', '--body', 'Someone was faster.']);
    const late = play.mem(['update', 'note', '--body', 'Late.', '--if-version', version, '--json']);
    expect(late.code).toBe(3);
    expect(late.json.error).toMatchObject({ code: 'CONFLICT', path: 'note.md' });
    expect(play.mem(['show', 'note', '--body']).out).toContain('faster');
  });
});

describe('show', () => {
  it('prints what is known and the body', () => {
    save('note', '--body', 'See [[nowhere]].');
    const { out } = play.mem(['show', 'note']);
    expect(out).toMatch(/^note {2}project\nReleases go out .*\nnote\.md, changed .*\n\nSee /);
    expect(out).toContain('Links to nothing: [[nowhere]]');
  });

  it('names near memories when there is none of that name', () => {
    save('release-rules');
    const { code, json } = play.mem(['show', 'relase-rules', '--json']);
    expect(code).toBe(1);
    expect(json.error).toMatchObject({ code: 'NOT_FOUND', near: ['release-rules'] });
    expect(play.mem(['show', 'relase-rules']).err).toContain('release-rules');
  });
});

describe('list', () => {
  it('prints a line each, of one type when asked', () => {
    play.entry('a.md', { name: 'a', description: 'first', type: 'user' });
    play.entry('b.md', { name: 'b', description: 'second', type: 'feedback' });
    play.write('memory/plain.md', 'No header.\n');
    expect(play.mem(['list']).out).toBe(
      'user      a — first\nfeedback  b — second\n-         plain\n',
    );
    expect(play.mem(['list', '--type', 'user']).out).toBe('user  a — first\n');
  });

  it('has the same keys for every entry, null where the file says nothing', () => {
    play.write('memory/plain.md', 'No header.\n');
    const { json } = play.mem(['list', '--json']);
    expect(Object.keys(json)).toEqual(['directory', 'entries', 'problems']);
    expect(json.entries![0]).toMatchObject({ path: 'plain.md', name: 'plain', description: null });
    expect(Object.keys(json.entries![0]!)).toEqual([
      'path',
      'name',
      'description',
      'type',
      'modified',
      'size',
      'version',
      'provenance',
    ]);
  });
});

describe('search', () => {
  beforeEach(() => {
    play.entry('a.md', { name: 'rules', description: 'when to release', type: 'project' });
    play.entry('b.md', { name: '部署窗口', description: '周二', type: 'project' }, '灰度发布。\n');
  });

  it('finds words in any language, and says what it did not find', () => {
    expect(play.mem(['search', 'release', 'zebra']).out).toContain('rules');
    expect(play.mem(['search', '灰度']).out).toContain('部署窗口');
    const { json } = play.mem(['search', '--json', 'release', 'zebra']);
    expect(Object.keys(json)).toEqual(['directory', 'hits', 'missing']);
    expect(Object.keys(json.hits![0]!)).toEqual([
      'path',
      'name',
      'type',
      'description',
      'score',
      'snippet',
    ]);
    expect(json.missing).toEqual(['zebra']);
  });

  it('takes "nothing" for an answer, not a failure', () => {
    const { code, out, err } = play.mem(['search', 'zebra']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toBe('Nothing found for "zebra".\n');
  });

  it('sees what was edited by hand a moment ago', () => {
    play.write('memory/a.md', 'zebra\n');
    expect(play.mem(['search', 'zebra']).out).toContain('a.md');
  });
});

describe('context', () => {
  it('prints the block, within the given length, and names what was left out', () => {
    for (const name of ['one', 'two', 'three']) {
      play.entry(`${name}.md`, { name, description: 'd', type: 'user' }, 'x'.repeat(300));
    }
    expect(play.mem(['context']).out).toContain('three');
    const { json } = play.mem(['context', '--json', '--max-chars', '900']);
    expect(Object.keys(json)).toEqual(['directory', 'text', 'included', 'omitted', 'tokens']);
    expect(String(json.text).length).toBeLessThanOrEqual(900);
    expect([...json.included!, ...json.omitted!]).toHaveLength(3);
    expect(json.omitted).not.toHaveLength(0);
    expect(play.mem(['context', '--max-chars', '900']).err).toMatch(
      /left out; see --max-chars\.\n$/,
    );
    expect(play.mem(['context', '--max-tokens', '250']).err).toMatch(
      /left out; see --max-tokens\.\n$/,
    );
    expect(play.mem(['context', '--format', 'index']).err).toMatch(
      /3 memories without a line in it; see "mem index --check"/,
    );
  });

  it('tells a time in ISO 8601, the file’s where the header has none that can be read', () => {
    const odd = { name: 'odd', description: 'd', type: 'user', modified: 'yesterday-ish' };
    play.entry('odd.md', odd, 'b');
    const { json } = play.mem(['show', './odd.md', '--json']);
    expect((json.entry as unknown as { modified: string }).modified).toMatch(
      /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/,
    );
  });
});

describe('index and check', () => {
  beforeEach(() => {
    play.entry('kept.md', { name: 'kept', description: 'd', type: 'user' });
    play.write('memory/MEMORY.md', '# Mine\n\n- [gone](gone.md) — not there\n');
  });

  it('prints the index as it is loaded', () => {
    expect(play.mem(['index']).out).toBe('# Mine\n\n- [gone](gone.md) — not there\n');
    expect(Object.keys(play.mem(['index', '--json']).json)).toEqual([
      'directory',
      'text',
      'lines',
      'bytes',
      'cutLines',
    ]);
  });

  it('finds what is wrong, exits with 1, and mends it on request', () => {
    const found = play.mem(['check', '--json']);
    expect(found.code).toBe(1);
    expect(Object.keys(found.json)).toEqual(['directory', 'problems', 'index']);
    expect(found.json.index).toMatchObject({ dangling: ['gone.md'], unindexed: ['kept.md'] });
    expect(play.mem(['check']).out).toContain('MEMORY.md:3  index-dangling');
    expect(play.mem(['index', '--check']).code).toBe(1);

    const mended = play.mem(['index', '--rebuild', '--json']);
    expect(mended.json).toMatchObject({ added: ['kept.md'], dropped: ['gone.md'] });
    expect(play.read('memory/MEMORY.md')).toContain('# Mine\n');
    expect(play.mem(['index', '--check']).code).toBe(0);
    expect(play.mem(['check'])).toMatchObject({ code: 0, err: 'No problems.\n' });
  });

  it('prints the lines that a rebuild took out, and where the index of before is', () => {
    const { out } = play.mem(['index', '--rebuild']);
    expect(out).toContain('taken out  gone.md (no such file)\n  was      - [gone](gone.md)');
    expect(out).toMatch(/kept in \.mem\/backup\/MEMORY-\S+\.md\.\n$/);
    expect(play.mem(['index', '--rebuild']).out).toBe('The index was right already.\n');
  });

  it('does not say that an index is right which it cannot mend', () => {
    play.write('memory/MEMORY.md', '- [a](kept.md)\n- [b](kept.md)\n');
    const { out, err } = play.mem(['index', '--rebuild']);
    expect(out).toBe('The index was left as it is.\n');
    expect(err).toContain('lists kept.md twice');
    play.write('memory/MEMORY.md', Buffer.from([0xff]));
    expect(play.mem(['index', '--check'])).toMatchObject({ code: 1 });
  });
});

describe('rename, delete and undo', () => {
  beforeEach(() => {
    save('note', '--body', 'Precious.');
  });

  it('renames the memory and its file', () => {
    const { json } = play.mem(['rename', 'note', 'better name', '--json']);
    expect(json).toMatchObject({ entry: { name: 'better name' }, from: 'note.md' });
    expect(play.read('memory/MEMORY.md')).toContain('[better name](better_name.md)');
  });

  it('deletes exactly one, twice is not found, and undo brings it back', () => {
    save('other');
    const before = play.read('memory/note.md');
    expect(play.mem(['delete', 'note', '--json']).json).toEqual({
      directory: play.memory,
      deleted: ['note.md'],
      changed: ['MEMORY.md'],
      warnings: [],
      history: null,
    });
    expect(play.mem(['delete', 'note']).code).toBe(1);
    const { json } = play.mem(['undo', '--json']);
    expect(Object.keys(json)).toEqual(['directory', 'undone', 'changed', 'warnings', 'history']);
    expect(play.read('memory/note.md')).toBe(before);
    expect(play.mem(['check']).code).toBe(0);
  });

  it('with --purge leaves no copy to bring back', () => {
    play.mem(['delete', 'note', '--purge']);
    const files = readdirSync(play.memory, { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => play.read(`${file.parentPath}/${file.name}`.slice(play.top.length + 1)));
    expect(texts.join('')).not.toContain('Precious');
  });
});

describe('init and where', () => {
  it('makes the directory of the project and explains the choice', () => {
    const where = play.call(['where']);
    expect(where.code).toBe(0);
    expect(where.out).toContain('not there yet');
    expect(where.out).toContain(`* The project is ${play.project}`);
    expect(play.call(['init']).out).toMatch(/^Made .*projects.*memory\n$/);
    expect(play.call(['init']).out).toMatch(/^Already there: /);
    expect(play.call(['where', '--json']).json).toMatchObject({
      exists: true,
      source: 'claude-code',
      project: play.project,
    });
    expect(Object.keys(play.call(['where', '--json']).json)).toEqual([
      'directory',
      'exists',
      'source',
      'project',
      'steps',
    ]);
  });

  it('puts a directory into the project, named by a .mem.json', () => {
    const { json } = play.call(['init', 'notes/memory', '--json']);
    expect(json).toEqual({
      directory: `${play.project}/notes/memory`,
      created: true,
      project: play.project,
      config: `${play.project}/.mem.json`,
      history: null,
    });
    expect(play.call(['where', '--json'], { cwd: play.folder('project/src') }).json).toMatchObject({
      directory: `${play.project}/notes/memory`,
      source: 'mem-json',
    });
    expect(play.call(['init', 'notes/memory']).code).toBe(0);
    expect(play.call(['init', 'other']).code).toBe(4);
    expect(play.call(['init', '../outside']).code).toBe(4);
  });

  it('makes the derived directory at the first save, and keeps it for this project', () => {
    const mine = play.folder('p/一二');
    expect(play.call(['save', 'note', ...rules], { cwd: mine }).code).toBe(0);
    const other = { cwd: play.folder('p/三四') };
    const refused = play.call(['list', '--json'], other);
    expect(refused.code).toBe(4);
    expect(refused.json.error).toMatchObject({ code: 'REFUSED' });
    expect(play.call(['save', 'note', ...rules], other).code).toBe(4);
    expect(play.call(['where'], other).code).toBe(4);
    expect(play.call(['init', '--adopt'], other).code).toBe(0);
    expect(play.call(['list'], other).out).toContain('note');
    expect(play.call(['list'], { cwd: mine }).code).toBe(4);
  });
});

describe('tour', () => {
  it('does the main job for real and cleans up', () => {
    const tmp = play.folder('tmp');
    const { code, out } = play.call(['tour'], { environment: { TMPDIR: tmp } });
    expect(out).toContain('All as it should be.');
    expect(code).toBe(0);
    expect(readdirSync(tmp)).toEqual([]);
    expect(readdirSync(play.home)).toEqual([]);
  });
});
