import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askModel } from '@mem/session';
import { afterAll, describe, expect, it } from 'vitest';
import type { World } from '../world.js';
import { commandModel } from './command-model.js';
import { splitWords } from './split-words.js';

const folder = mkdtempSync(join(tmpdir(), 'mem-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const world = {
  environment: { PATH: process.env.PATH },
  workingDirectory: folder,
  platform: process.platform,
} as unknown as World;

describe('the words of a command', () => {
  it.each([
    ['claude -p', ['claude', '-p']],
    ["  llm  -m 'a model' ", ['llm', '-m', 'a model']],
    ['a"b c"\'d e\'f', ['ab cd ef']],
    ['"say \\"yes\\"" \'back\\slash\' a\\ b ""', ['say "yes"', 'back\\slash', 'a b', '']],
    ['x; rm -rf $HOME | y > z `w`', ['x;', 'rm', '-rf', '$HOME', '|', 'y', '>', 'z', '`w`']],
    ['', []],
  ])('%s', (command, words) => {
    expect(splitWords(command)).toEqual(words);
  });

  it.each(['"open', "'open", 'end\\'])('%s is refused', (command) => {
    expect(() => splitWords(command)).toThrow('ends within quotes');
  });
});

describe('a program as a model', () => {
  const request = { system: 'Be brief.', prompt: 'Why?', purpose: 'notes', maxTokens: 9 } as const;
  const ask = (source: string, timeLimit = 10_000) => {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, source);
    return askModel(commandModel([process.execPath, file], world), request, { timeLimit });
  };

  it('gets the request on standard input, and its purpose beside', async () => {
    const answer = await ask(`
      import { readFileSync } from 'node:fs';
      const { MEM_MODEL_PURPOSE, MEM_MODEL_MAX_TOKENS } = process.env;
      console.log(JSON.stringify([readFileSync(0, 'utf8'), MEM_MODEL_PURPOSE, MEM_MODEL_MAX_TOKENS]));
    `);
    expect(answer).toEqual({ text: '["Be brief.\\n\\nWhy?\\n","notes","9"]\n' });
  });

  it('may answer without reading', async () => {
    expect(await ask(`process.stdout.write('yes');`)).toEqual({ text: 'yes' });
  });

  it('that fails is told in one line, with the first one it complained', async () => {
    expect(await ask(`console.error('\\nno key\\nat x'); process.exit(3);`)).toEqual({
      problem: 'The model failed: the program of --model-command ended with 3: no key',
    });
  });

  it('that is not there is told', async () => {
    const model = commandModel([join(folder, 'nowhere')], world);
    expect(await askModel(model, request)).toEqual({
      problem: 'The model failed: the program of --model-command is not there',
    });
  });

  it('that hangs is ended with what it started', async () => {
    const beat = join(folder, 'beat');
    const child = `setInterval(() => require('node:fs').writeFileSync(${JSON.stringify(beat)}, String(Date.now())), 20)`;
    const answer = await ask(
      `import { spawn } from 'node:child_process';
       spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });
       setInterval(() => {}, 1000);`,
      1_000,
    );
    expect(answer).toEqual({ problem: 'The model did not answer within 1000 ms.' });
    const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
    await pause();
    const last = readFileSync(beat, 'utf8');
    await pause();
    expect(readFileSync(beat, 'utf8')).toBe(last);
  });

  it('that prints without end is stopped', async () => {
    const answer = await ask(
      `import { writeSync } from 'node:fs'; for (;;) writeSync(1, 'x'.repeat(4096));`,
    );
    expect(answer).toEqual({
      problem: 'The model failed: the program of --model-command does not stop printing',
    });
  });
});
