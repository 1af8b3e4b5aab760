import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Playground, program } from './playground.js';

// Runs what docs/purge-a-secret.md tells people to run, in the situations that it is for.

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const page = readFileSync(new URL('../../../docs/purge-a-secret.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
const hasFilterRepo = spawnSync('git', ['filter-repo', '--version']).status === 0;

let play: Playground;
beforeEach(() => {
  play = new Playground();
  play.write('bin/mem', `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(play.top, 'bin/mem'), 0o755);
});
afterEach(() => play.remove());

function sh(code: string) {
  const identity = {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 't',
    GIT_CONFIG_KEY_1: 'user.email',
    GIT_CONFIG_VALUE_1: 't@example.com',
  };
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', code], {
    cwd: play.memory,
    encoding: 'utf8',
    env: {
      ...identity,
      PATH: `${join(play.top, 'bin')}:${process.env.PATH}`,
      HOME: play.home,
      MEM_DIR: play.memory,
      SECRET: token,
      FILTER_BRANCH_SQUELCH_WARNING: '1',
    },
  });
  return { status, output: `${stdout}${stderr}` };
}

/** The block of the page that holds this command, once. */
function block(command: string): string {
  const found = blocks.filter((code) => code.includes(command));
  expect(found, command).toHaveLength(1);
  return found[0] as string;
}

function leak(...init: string[]): void {
  if (init.length > 0) expect(sh(`mem init ${init.join(' ')}`).status).toBe(0);
  const words = `--type reference --description "How to reach the build server" --allow github-token`;
  expect(sh(`mem save leaked ${words} --body "Log in with ${token}"`).status).toBe(0);
  expect(sh('mem save other --type user --description "Another"').status).toBe(0);
}

const find = () => sh('mem scan --history');
const tidyUp = () => {
  expect(sh(block('mem delete leaked --purge')).status).toBe(0);
  expect(sh(block('mem save leaked'))).toMatchObject({ status: 0 });
};

/** Nowhere below the directory, not in git’s packed objects either. */
function expectGone(): void {
  const objects = sh('git cat-file --batch-all-objects --batch 2>/dev/null || true').output;
  expect(objects).not.toContain(token);
  expect(sh(`grep -r ${token} . || true`).output).toBe('');
}

describe('the page on purging', () => {
  it('has only blocks that are run here', () => {
    expect(blocks).toHaveLength(8);
  });

  it('works without a history', () => {
    leak();
    expect(sh('mem scan').status).toBe(1);
    tidyUp();
    expect(sh('mem scan').status).toBe(0);
    expectGone();
  });

  it.skipIf(!hasFilterRepo)('works with git filter-repo, where that is installed', () => {
    leak('--git');
    expect(find().status).toBe(1);
    tidyUp();
    expect(find().status).toBe(1);
    expect(sh(block('git filter-repo'))).toMatchObject({ status: 0 });
    expect(find()).toMatchObject({ status: 0 });
    expectGone();
    expect(sh('mem show leaked').output).toContain('in the vault of the team');
    expect(sh('mem log --json').output).toContain('save');
  });

  it('works with what git brings, and for what was pushed', () => {
    sh('git init -q --bare ../remote.git');
    leak('--git');
    sh('git remote add origin ../remote.git && git push -q origin HEAD');
    tidyUp();
    expect(sh(block('git filter-branch'))).toMatchObject({ status: 0 });
    expect(find()).toMatchObject({ status: 0 });
    expectGone();
    expect(sh(block('mem save leaked'))).toMatchObject({ status: 0 });
    expect(sh(block('git push --force'))).toMatchObject({ status: 0 });
    const inClone = sh('git clone -q ../remote.git ../clone && git -C ../clone log -p --all');
    expect(inClone.output).toContain('in the vault of the team');
    expect(inClone.output).not.toContain(token);
  });

  it('works with a private history', () => {
    leak('--git', '--private');
    expect(find().status).toBe(1);
    tidyUp();
    expect(sh(block('rm -rf .mem/history.git'))).toMatchObject({ status: 0 });
    expect(find()).toMatchObject({ status: 0 });
    expectGone();
  });
});
