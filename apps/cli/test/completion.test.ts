import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../src/commands/table.js';
import { terminals } from './on-terminal.js';
import { Playground, program } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
  play.entry('rules.md', { name: 'release-rules', description: 'when to release', type: 'user' });
  play.entry('blank.md', { name: 'two words', description: 'd', type: 'user' });
  play.entry('quotes.md', { name: 'it is "quoted" $HOME', description: 'd', type: 'user' });
  play.entry('colon.md', { name: '"colon: name"', description: 'd', type: 'user' });
  play.entry('stop.md', { name: "dont 'stop' & go; x", description: 'd', type: 'user' });
  play.entry('窗口.md', { name: '部署窗口', description: '周二', type: 'project' });
  play.entry('twin1.md', { name: 'twin', description: 'd', type: 'user' });
  play.entry('twin2.md', { name: 'twin', description: 'd', type: 'user' });
  play.entry('bell.md', { name: '"bell\\u0007"', description: '"x\\ty"', type: 'user' });
});
afterEach(() => play.remove());

/** The words that are offered. */
function offered(...words: string[]): string[] {
  const { code, out, err } = play.mem(['__complete', 'plain', ...words]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [kind, ...lines] = out.split('\n').slice(0, -1);
  expect(kind).toBe('words');
  return lines.map((line) => line.split('\t')[0]!);
}

describe('what is offered', () => {
  it('are verbs, with what they do', () => {
    expect(offered('')).toEqual([...commands.keys()]);
    expect(offered('re')).toEqual(['recall', 'rename', 'restore', 'review', 'resolve']);
    expect(offered('--dir', '/x', 'ren')).toEqual(['rename']);
    expect(play.mem(['__complete', 'plain', 'und']).out).toBe(
      'words\nundo\ttake the last change back\n',
    );
  });

  it('are options of the verb, and of every verb', () => {
    expect(offered('recall', '--l')).toEqual(['--limit', '--links']);
    expect(offered('list', '--')).toEqual(['--dir', '--json', '--help', '--type', '--ignore']);
    expect(offered('show', '--', '--')).toEqual([]);
  });

  it('are values of options', () => {
    expect(offered('list', '--type', 'f')).toEqual(['feedback']);
    expect(offered('save', 'x', '--type=')).toEqual(
      ['user', 'feedback', 'project', 'reference'].map((type) => `--type=${type}`),
    );
    expect(offered('context', '--format', '')).toEqual(['markdown', 'xml', 'index']);
    expect(offered('completion', 'z')).toEqual(['zsh']);
    expect(offered('recall', 'x', '--shown', 'tw')).toEqual(['twin1.md', 'twin2.md']);
    expect(offered('save', '--description', '')).toEqual([]);
  });

  it('are names of memories, or paths where a name would not do', () => {
    expect(offered('show', '')).toEqual([
      'bell.md',
      'two words',
      'colon: name',
      'it is "quoted" $HOME',
      'release-rules',
      "dont 'stop' & go; x",
      'twin1.md',
      'twin2.md',
      '部署窗口',
    ]);
    for (const verb of ['update', 'rename', 'delete', 'edit', 'verify', 'save']) {
      expect(offered(verb, '部')).toEqual(['部署窗口']);
    }
    expect(offered('show', 'two words', '')).toEqual([]);
    expect(offered('show', '--ignore', 'type:user', '')).toEqual(['部署窗口']);
    expect(play.call(['__complete', 'plain', 'show', '--dir', play.memory, 'rel']).out).toBe(
      'words\nrelease-rules\twhen to release\n',
    );
  });

  it('is left to the shell where files are wanted', () => {
    expect(play.mem(['__complete', 'plain', 'save', 'x', '--body-file', '']).out).toBe('file\n');
    expect(play.mem(['__complete', 'plain', 'list', '--dir=/t']).out).toBe('directory\n');
    expect(play.mem(['__complete', 'plain', 'init', '']).out).toBe('directory\n');
  });

  it('is nothing at all when something is wrong, and never an error', () => {
    const quiet = { code: 0, out: '', err: '' };
    for (const words of [
      ['show', '--dir', '/nowhere', ''],
      ['show', '--ignore', 'nonsense', ''],
    ]) {
      expect(play.mem(['__complete', 'raw', ...words])).toMatchObject(quiet);
    }
    for (const words of [
      [],
      ['raw'],
      ['nonsense', 'x', ''],
      ['raw', '--dir'],
      ['raw', "'", '"\\'],
    ]) {
      expect(play.mem(['__complete', ...words])).toMatchObject({ code: 0, err: '' });
    }
  });
});

describe('mem completion', () => {
  it('prints a script for each shell, and refuses others', () => {
    const { json } = play.mem(['completion', 'bash', '--json']);
    expect(json).toEqual({ shell: 'bash', script: play.mem(['completion', 'bash']).out });
    expect(play.mem(['completion', 'cmd'])).toMatchObject({ code: 2, out: '' });
  });

  it.each(['bash', 'zsh', 'fish'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0))(
    'prints what %s can read',
    (shell) => {
      const script = play.mem(['completion', shell]).out;
      const { status, stderr } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    },
  );
});

/** A folder with a `mem` on PATH, as an installation makes one. */
function installed(): Record<string, string> {
  const path = play.write('bin/mem', `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(path, 0o755);
  play.write('project/completion.bash', play.mem(['completion', 'bash']).out);
  return {
    PATH: `${join(play.top, 'bin')}:${process.env.PATH}`,
    HOME: play.home,
    MEM_DIR: play.memory,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm',
  };
}

const hasBash = spawnSync('bash', ['-c', ':']).status === 0;

describe.runIf(hasBash && terminals)('in a bash of its own', () => {
  /** Types the line, with \t for the key, and gives what the arguments then were. */
  function typed(line: string, more: Readonly<Record<string, string>> = {}): string[] {
    const script = [
      'source completion.bash',
      'bind "set bell-style none"',
      'bind "set enable-bracketed-paste off"',
      'args() { printf "%s\\n" "$@" > ../typed; }',
      'complete -F _mem args',
      line.replace(/^mem /, 'args '),
      'exit',
    ];
    const { status } = spawnSync('script', ['-qec', 'bash --noprofile --norc -i', '/dev/null'], {
      input: `${script.join('\n')}\n`,
      cwd: play.project,
      env: { ...installed(), ...more },
      timeout: 20_000,
    });
    expect(status).toBe(0);
    return play.read('typed').split('\n').slice(0, -1);
  }

  it.each<[string, string[]]>([
    ['mem upd\t rel\t', ['update', 'release-rules']],
    ['mem show two\t', ['show', 'two words']],
    ['mem show two\\ w\t', ['show', 'two words']],
    ['mem show "two w\t', ['show', 'two words']],
    ["mem show 'two w\t", ['show', 'two words']],
    ['mem show it\t', ['show', 'it is "quoted" $HOME']],
    ['mem show colon\t', ['show', 'colon: name']],
    ['mem show colon:\t', ['show', 'colon: name']],
    ['mem show colon:\\ n\t', ['show', 'colon: name']],
    ['mem show 部\t', ['show', '部署窗口']],
    ['mem show twin1\t', ['show', 'twin1.md']],
    ['mem list --ty\tfe\t', ['list', '--type', 'feedback']],
    ['mem list --type=fe\t --js\t', ['list', '--type=feedback', '--json']],
    ['mem context --format=x\t', ['context', '--format=xml']],
    ['mem save x --body-file no\t', ['save', 'x', '--body-file', 'notes file.txt']],
    ['mem list --dir sr\t', ['list', '--dir', 'src/']],
    ['mem show "it\t', ['show', 'it is "quoted" $HOME']],
    ["mem show 'it\t", ['show', 'it is "quoted" $HOME']],
    ['mem show dont\t', ['show', "dont 'stop' & go; x"]],
    ["mem show 'dont\t", ['show', "dont 'stop' & go; x"]],
  ])('%j', (line, expected) => {
    play.write('project/notes file.txt', '');
    play.folder('project/src');
    play.folder('project/release-rules');
    expect(typed(line)).toEqual(expected);
  });

  it('runs nothing of what was typed or stored', () => {
    play.entry('evil.md', { name: "'evil $(touch ran) `touch ran`'", description: 'd' });
    for (const start of ['evil', '"evil', "'evil"]) {
      expect(typed(`mem show ${start}\t`)).toEqual(['show', 'evil $(touch ran) `touch ran`']);
    }
    expect(typed('mem show $(touch ../ran)\t\u0015args fine')).toEqual(['fine']);
    expect(Object.keys(play.snapshot()).filter((path) => path.endsWith('ran'))).toEqual([]);
  });
});
