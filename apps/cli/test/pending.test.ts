import { spawn } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onTerminal, terminals } from './on-terminal.js';
import { Playground, program } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
  play.entry('tabs.md', { name: 'tabs', description: 'indentation', type: 'user' }, 'Tabs.\n');
  play.write('memory/MEMORY.md', '- [tabs](tabs.md) — indentation\n');
});
afterEach(() => play.remove());

const newFields = [
  '--type',
  'project',
  '--description',
  'When the team meets',
  '--body',
  'At nine.',
];

function propose(...words: string[]): string {
  const { code, json, err } = play.mem([...words, '--propose', '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return (json.pending as never as { id: string }).id;
}

/** Of a process that runs beside others. */
function exitCodeOf(words: readonly string[]): Promise<number | null> {
  const env = { PATH: process.env.PATH, HOME: play.home, MEM_DIR: play.memory };
  const child = spawn(process.execPath, [program, ...words], { cwd: play.project, env });
  return new Promise((resolve) => child.on('close', resolve));
}

/** The text and nothing that a terminal would obey. */
function expectHarmless(text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
}

describe('--propose', () => {
  it('changes nothing in the memory, and says how to decide', () => {
    const { code, out } = play.mem(['save', 'standup', ...newFields, '--propose']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Waits for you: save standup\nDecide with "mem pending show [a-z0-9-]+"/);
    expect(readdirSync(join(play.top, 'memory')).sort()).toEqual(['.mem', 'MEMORY.md', 'tabs.md']);
    expect(play.mem(['list', '--json']).json.entries).toHaveLength(1);
    expect(play.mem(['search', 'standup', '--json']).json.hits).toEqual([]);
    expect(play.mem(['context']).out).not.toContain('nine');
  });

  it('goes with save, update and delete, and not with what decides how', () => {
    propose('save', 'standup', ...newFields);
    propose('update', 'tabs', '--body', 'Spaces.');
    propose('delete', 'tabs');
    for (const words of [
      ['save', 'x', ...newFields, '--new'],
      ['save', 'x', ...newFields, '--create'],
      ['update', 'tabs', '--body', 'x', '--if-version', 'v'],
      ['delete', 'tabs', '--purge'],
    ]) {
      const { code, err } = play.mem([...words, '--propose']);
      expect(code).toBe(2);
      expect(err).toContain('exclude each other');
    }
  });
});

describe('pending', () => {
  it('lists what waits, and status counts it', () => {
    expect(play.mem(['pending'])).toMatchObject({ code: 0, out: '', err: 'Nothing waits.\n' });
    const id = propose(
      'save',
      'standup',
      ...newFields,
      '--message',
      'the user said so',
      '--client',
      'some-agent',
    );
    expect(play.mem(['pending']).out).toMatch(
      new RegExp(
        `^${id}  save    standup — When the team meets\n    .*Z, by some-agent \\(command line\\): the user said so\n$`,
      ),
    );
    const [listed] = play.mem(['pending', 'list', '--json']).json.pending as never as object[];
    expect(listed).toEqual({
      id,
      at: expect.any(String),
      kind: 'save',
      name: 'standup',
      path: null,
      fields: { description: 'When the team meets', type: 'project', body: 'At nine.' },
      reason: 'the user said so',
      origin: 'command line',
      provenance: { source: null, client: 'some-agent', session: null },
    });
    expect(play.mem(['status']).out).toContain(
      '1 change waits for you to decide; see "mem pending".',
    );
    expect(play.mem(['status', '--json']).json.pending).toBe(1);
  });

  it('shows the difference that accepting would make', () => {
    const id = propose('update', 'tabs', '--body', 'Spaces.');
    const { out, code } = play.mem(['pending', 'show', id]);
    expect(code).toBe(0);
    expect(out).toContain('-Tabs.\n+Spaces.\n');
    const { json } = play.mem(['pending', 'show', id, '--json']);
    expect(json).toMatchObject({ path: 'tabs.md', changedSince: false, obstacle: null });
    expect(Object.keys(json)).toEqual([
      'directory',
      'pending',
      'path',
      'before',
      'after',
      'diff',
      'version',
      'changedSince',
      'obstacle',
    ]);
  });

  it('accepts, rejects, and knows nothing of it afterwards', () => {
    const id = propose('save', 'standup', ...newFields, '--client', 'some-agent');
    const accepted = play.mem(['pending', 'accept', id]);
    expect(accepted).toMatchObject({ code: 0, out: 'Saved standup in standup.md\n', err: '' });
    expect(play.read('memory/standup.md')).toContain(
      'metadata:\n  client: some-agent\n---\n\nAt nine.',
    );
    expect(play.read('memory/MEMORY.md')).toContain('[standup](standup.md)');
    const again = play.mem(['pending', 'accept', id, '--json']);
    expect(again).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } });
    const other = propose('delete', 'tabs');
    expect(play.mem(['pending', 'reject', other]).out).toBe(
      '1 proposal rejected; nothing was changed.\n',
    );
    expect(play.read('memory/tabs.md')).toContain('Tabs.');
    expect(play.mem(['pending', '--json']).json.pending).toEqual([]);
  });

  it('is accepted by exactly one of several processes', async () => {
    for (const words of [
      ['save', 'standup', ...newFields],
      ['update', 'tabs', '--body', 'Spaces.'],
      ['delete', 'tabs'],
    ]) {
      const id = propose(...words);
      const codes = await Promise.all(
        [1, 2, 3, 4].map(() => exitCodeOf(['pending', 'accept', id])),
      );
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      for (const code of codes) expect([0, 1, 3]).toContain(code);
      expect(play.mem(['pending', '--json']).json.pending).toEqual([]);
    }
  });

  it('decides on everything with --all, and names what cannot be done', () => {
    propose('save', 'standup', ...newFields);
    const stale = propose('update', 'tabs', '--body', 'Spaces.');
    play.mem(['update', 'tabs', '--body', 'Something else.']);
    const { code, json } = play.mem(['pending', 'accept', '--all', '--json']);
    expect(code).toBe(3);
    expect(json.failed).toEqual([{ id: stale, code: 'CONFLICT', message: expect.any(String) }]);
    expect(json.accepted).toMatchObject([{ entry: { name: 'standup' }, created: true }]);
    play.write('memory/.mem/pending/broken.json', '{');
    expect(play.mem(['pending']).err).toContain('mem pending reject broken');
    expect(play.mem(['pending', 'reject', '--all', '--json']).json.rejected).toEqual([
      stale,
      'broken',
    ]);
    expect(readdirSync(join(play.top, 'memory/.mem/pending'))).toEqual([]);
  });

  it('is rejected by the command that is printed, whatever its file is called', () => {
    for (const name of ['bad.json', 'Big Name.json', 'note.txt', 'deep/er.json']) {
      play.write(`memory/.mem/pending/${name}`, '{');
      const [, words = ''] = /`mem (.+)`/.exec(play.mem(['pending']).err) ?? [];
      const [verb = '', action = '', ...file] = words.split(' ');
      const { code, out } = play.mem([verb, action, file.join(' ')]);
      expect({ name, code }).toEqual({ name, code: 0 });
      expect(out).toMatch(/^1 proposal rejected/);
      play.write(`memory/.mem/pending/${name}`, '{');
      expect(play.mem(['pending', 'reject', '--all'])).toMatchObject({ code: 0, err: '' });
      expect(play.mem(['pending'])).toMatchObject({ code: 0, err: 'Nothing waits.\n' });
    }
  });

  it('cannot be accepted when there is nothing left to change, and says so', () => {
    for (const words of [
      ['update', 'tabs', '--body', 'Spaces.'],
      ['save', 'tabs', '--body', 'Spaces.'],
    ]) {
      const id = propose(...words);
      play.mem(['delete', 'tabs']);
      const shown = play.mem(['pending', 'show', id]).out;
      expect(shown).toContain('nothing to update. Reject the proposal');
      expect(shown).not.toContain('--if-version');
      const { code, err } = play.mem(['pending', 'accept', id]);
      expect(code).toBe(3);
      expect(err).toContain('nothing to update. Reject the proposal');
      play.mem(['pending', 'reject', id]);
      play.mem(['undo']);
    }
  });

  it('makes a memory anew that was deleted meanwhile, for who has seen that', () => {
    const id = propose('save', 'tabs', ...newFields);
    play.mem(['delete', 'tabs']);
    expect(play.mem(['pending', 'accept', id]).code).toBe(3);
    const shown = play.mem(['pending', 'show', id]).out;
    const [, command = ''] = /Accept the difference below with "mem (.+)"\./.exec(shown) ?? [];
    expect(play.mem(command.split(' '))).toMatchObject({ code: 0, err: '' });
    expect(play.read('memory/tabs.md')).toContain('At nine.');
  });

  it('is decided on by a person, not by an agent that runs the command', () => {
    const id = propose('update', 'tabs', '--body', 'Spaces.');
    for (const words of [
      ['accept', id],
      ['accept', '--all'],
      ['reject', id],
      ['edit', id],
    ]) {
      const byAgent = play.mem(['pending', ...words], { environment: { CLAUDECODE: '1' } });
      expect(byAgent.code).toBe(4);
      expect(byAgent.err).toMatch(/To decide on proposals is for a person.*ask the person/);
    }
    expect(play.mem(['pending', 'show', id], { environment: { CLAUDECODE: '1' } }).code).toBe(0);
    expect(play.mem(['pending', 'accept', id]).code).toBe(0);
  });

  it('is refused by a guard that was tightened, unless a person allows the rule', () => {
    const body = 'For now, At nine.';
    const id = propose('update', 'tabs', '--body', body);
    play.write('project/.mem.json', JSON.stringify({ guard: { strict: true } }));
    const refused = play.mem(['pending', 'accept', id]);
    expect(refused.code).toBe(4);
    const [, rule = ''] = /--allow ([a-z-]+)/.exec(refused.err) ?? [];
    const words = ['pending', 'accept', id, '--allow', rule];
    const byAgent = play.mem(words, { environment: { MEM_AGENT: '1' } });
    expect(byAgent).toMatchObject({ code: 4, err: expect.stringContaining('for a person') });
    expect(play.read('memory/tabs.md')).toContain('Tabs.');
    expect(play.mem(words).code).toBe(0);
    expect(play.read('memory/tabs.md')).toContain(body);
    expect(play.mem(['pending', 'reject', id, '--allow', rule]).code).toBe(2);
  });

  it('asks to look again at what was changed since', () => {
    const id = propose('update', 'tabs', '--body', 'Spaces.');
    play.entry('tabs.md', { name: 'tabs', description: 'indentation', type: 'user' }, 'Four.\n');
    const refused = play.mem(['pending', 'accept', id]);
    expect(refused.code).toBe(3);
    expect(refused.err).toContain(`mem pending show ${id}`);
    expect(play.read('memory/tabs.md')).toContain('Four.');
    const shown = play.mem(['pending', 'show', id]).out;
    expect(shown).toContain('-Four.\n+Spaces.\n');
    const [, command = ''] = /Accept the difference below with "mem (.+)"\./.exec(shown) ?? [];
    expect(play.mem(command.split(' ')).code).toBe(0);
    expect(play.read('memory/tabs.md')).toContain('Spaces.');
  });

  it('edits what is proposed in an editor, and nothing else of it', () => {
    const id = propose('save', 'standup', ...newFields);
    const edit = (script: string) => {
      const path = play.write('bin/editor', `#!/bin/sh\n${script}\n`);
      chmodSync(path, 0o755);
      return play.mem(['pending', 'edit', id], {
        environment: { EDITOR: path, TMPDIR: play.folder('tmp') },
      });
    };
    expect(edit(`sed -i 's/nine/ten/; s/project/user/' "$1"`)).toMatchObject({ code: 0, err: '' });
    const kept = edit(`sed -i 's/^name: .*/name: other/' "$1"`);
    expect(kept.code).toBe(2);
    expect(kept.err).toContain('Your text is kept in');
    expect(edit('exit 1').code).toBe(4);
    expect(edit(`printf '%s' '---' > "$1"`).code).toBe(2);
    expect(play.mem(['pending', 'show', id, '--json']).json.pending).toMatchObject({
      fields: { description: 'When the team meets', type: 'user', body: 'At ten.' },
    });
    expect(readdirSync(join(play.top, 'memory'))).not.toContain('standup.md');
  });

  it('is told what it takes', () => {
    for (const words of [
      ['show'],
      ['accept'],
      ['show', 'a', 'b'],
      ['list', 'a'],
      ['show', '--all'],
      ['accept', 'a', '--all'],
      ['reject', 'a', '--if-version', 'v'],
      ['drop', 'a'],
    ]) {
      expect(play.mem(['pending', ...words]).code).toBe(2);
    }
  });

  it('cannot be made to play tricks on the terminal', () => {
    const hostile = 'a\u001b[2Jb\u202ec\rd\u009be';
    const environment = { MEM_CLIENT: `${hostile}\nname: forged` };
    const proposed = play.mem(
      [
        'save',
        'standup',
        '--type',
        'user',
        '--description',
        hostile,
        '--body',
        `${hostile}\n@@ -1 +1 @@\n`,
        '--message',
        hostile,
        '--propose',
        '--json',
      ],
      { environment },
    );
    const { id } = proposed.json.pending as never as { id: string };
    expectHarmless(proposed.out);
    for (const words of [
      ['pending', '--json'],
      ['pending', 'show', id, '--json'],
    ])
      expectHarmless(play.mem(words).out);
    if (terminals) {
      for (const words of [['pending'], ['pending', 'show', id]]) {
        const seen = onTerminal(play, words, { NO_COLOR: '1' }).replaceAll('\r\n', '\n');
        expect(seen).toContain('\\x1b[2J');
        expectHarmless(seen);
      }
    }
    expect(
      play
        .mem(['pending', 'show', id])
        .out.split('\n')
        .filter((line) => line.startsWith('@@')),
    ).toHaveLength(1);
  });

  it('accepts as a commit that says it was proposed, by whom and why', () => {
    play.mem(['init', '--git']);
    const id = propose(
      'save',
      'standup',
      ...newFields,
      '--message',
      'the user said so',
      '--client',
      'some-agent',
    );
    expect(play.mem(['log', '--json']).json.commits).not.toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subject: expect.stringContaining('standup') }),
      ]),
    );
    expect(play.mem(['pending', 'accept', id]).out).toContain('Committed ');
    const [last] = play.mem(['log', '--json']).json.commits as never as {
      subject: string;
      files: { path: string }[];
    }[];
    expect(last?.subject).toBe('save "standup" (proposed by some-agent: the user said so)');
    expect(last?.files.map(({ path }) => path).sort()).toEqual(['MEMORY.md', 'standup.md']);
  });
});

describe('who said it', () => {
  const header = () => /\n(metadata:[\s\S]*?)---/.exec(play.read('memory/standup.md'))?.[1];
  const save = (words: string[] = [], environment = {}) =>
    play.mem(['save', 'standup', ...newFields, ...words, '--json'], { environment });

  it('is written only when something says so', () => {
    const { json } = save();
    expect(header()).toBeUndefined();
    expect(json.entry).toMatchObject({ provenance: null });
  });

  it('comes from the options, else from the environment', () => {
    const environment = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
    expect(save([], environment).json.entry).toMatchObject({
      provenance: { source: 'inferred', client: 'claude-code', session: 's-1' },
    });
    expect(header()).toBe(
      'metadata:\n  source: inferred\n  client: claude-code\n  originSessionId: s-1\n',
    );
    play.mem(['update', 'standup', '--body', 'x', '--source', 'user'], {
      environment: { ...environment, MEM_CLIENT: 'other', MEM_SESSION: 's-2' },
    });
    expect(header()).toBe('metadata:\n  source: user\n  client: other\n  originSessionId: s-2\n');
    expect(save(['--source', 'god']).code).toBe(2);
  });

  it('is shown by show, list and recall', () => {
    save(['--source', 'user', '--client', 'me']);
    const provenance = { source: 'user', client: 'me', session: null };
    expect(play.mem(['show', 'standup']).out).toContain('\nsaid by the user, me\n');
    expect(play.mem(['recall', 'standup']).out).toContain('\nsaid by the user, me\n');
    expect(play.mem(['show', 'standup', '--json']).json.entry).toMatchObject({ provenance });
    for (const verb of [['list'], ['recall', 'standup']]) {
      const entries = play.mem([...verb, '--json']).json.entries as never as {
        name: string;
        provenance: unknown;
      }[];
      expect(entries.find(({ name }) => name === 'standup')?.provenance).toEqual(provenance);
    }
  });
});
