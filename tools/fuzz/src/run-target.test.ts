import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

function fuzz(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

describe('npm run fuzz', () => {
  it('finds no fault in any reader, in the small dose of a test run', { timeout: 300_000 }, () => {
    const { status, output } = fuzz('--seconds', '20');
    expect(status, output).toBe(0);
    expect(output).toMatch(/\n\d+ texts, 0 faults\n$/);
  });

  it('finds a crash, a time that grows too fast, and a hang', { timeout: 300_000 }, () => {
    const controls = ['control: crash', 'control: quadratic', 'control: hang'];
    const { status, output } = fuzz(
      '--seconds',
      '30',
      '--seed',
      '1',
      '--patience',
      '3',
      ...controls,
    );
    expect(status, output).toBe(1);
    expect(output).toMatch(/control: crash: .*FAULT: TypeError: fell over a key/);
    expect(output).toMatch(/control: quadratic: .*FAULT: (\d+ characters took|hangs)/);
    expect(output).toMatch(/control: hang: .*FAULT: hangs/);
    expect(output).toMatch(/3 faults/);
  });

  it('says which targets there are when one is misspelled', () => {
    expect(fuzz('heder')).toMatchObject({ status: 2, output: expect.stringContaining('"header"') });
  });
});
