import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Playground } from './playground.js';

const source = `---
name: rules
description: when to release
type: feedback
---

Never on a Friday.
`;

let play: Playground;
let temporary: string;
beforeEach(() => {
  play = new Playground();
  temporary = play.folder('tmp');
  play.write('memory/rules.md', source);
  play.write('memory/other.md', source.replaceAll('rules', 'other'));
  play.write('memory/MEMORY.md', '- [rules](rules.md) — when to release\n- [other](other.md)\n');
});
afterEach(() => play.remove());

/** An editor that is a shell script; the file is its first argument. */
function editor(script: string): string {
  const path = play.write('bin/my editor', `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return `'${path}'`;
}

function edit(script: string, words: string[] = [], environment: Record<string, string> = {}) {
  return play.mem(['edit', 'rules', ...words], {
    environment: { EDITOR: editor(script), TMPDIR: temporary, ...environment },
  });
}

function keptText(message: string): string {
  const [, path] = /Your text is kept in (.+)\.\n?$/.exec(message) ?? [];
  return readFileSync(path!, 'utf8');
}

describe('edit', () => {
  it('keeps what was written, byte for byte, and its line of the index follows', () => {
    const script = `sed -i 's/when to release/on which day/; s/^type/owner:   "me"  # mine\\ntype/' "$1"`;
    const { code, out, err } = edit(script);
    expect({ code, out, err }).toEqual({ code: 0, out: 'Edited rules in rules.md\n', err: '' });
    expect(play.read('memory/rules.md')).toBe(
      source
        .replace('when to release', 'on which day')
        .replace('type:', 'owner:   "me"  # mine\ntype:'),
    );
    expect(play.read('memory/MEMORY.md')).toContain('[rules](rules.md) — on which day');
    expect(readdirSync(temporary)).toEqual([]);
    expect(play.mem(['undo']).code).toBe(0);
    expect(play.read('memory/rules.md')).toBe(source);
  });

  it('hands a private copy to the editor, outside of the memory directory', () => {
    edit(`stat -c '%a %n' "$1" "$(dirname "$1")" > ${play.top}/seen; cat "$1" >> ${play.top}/seen`);
    const [file, folder, ...text] = play.read('seen').split('\n');
    expect(file).toMatch(new RegExp(`^600 ${temporary}/mem-edit-[^/]+/rules\\.md$`));
    expect(folder).toMatch(new RegExp(`^700 ${temporary}/`));
    expect(text.join('\n')).toBe(source);
    const inside = edit('echo more >> "$1"', [], { TMPDIR: play.folder('memory/tmp') });
    expect(inside.code).toBe(4);
    expect(inside.err).toContain('TMPDIR');
  });

  it('prefers VISUAL, and takes options of the editor', () => {
    const visual = `${editor('[ "$1" = --wait ] && echo "Now." >> "$2"')} --wait`;
    const environment = { VISUAL: visual, EDITOR: 'false', TMPDIR: temporary };
    expect(play.mem(['edit', 'rules'], { environment }).code).toBe(0);
    expect(play.read('memory/rules.md')).toBe(`${source}Now.\n`);
  });

  it('understands editors that put a new file in the place of the old', () => {
    edit('sed s/Friday/Sunday/ "$1" > "$1.new" && mv "$1.new" "$1"');
    expect(play.read('memory/rules.md')).toContain('Never on a Sunday');
  });

  it('writes nothing when nothing was changed', () => {
    const before = play.snapshot(play.memory);
    const { code, out } = edit(':', ['--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      entry: { path: 'rules.md' },
      created: false,
      changed: [],
      index: { lines: 2 },
      warnings: [],
    });
    expect(play.snapshot(play.memory)).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each<[string, string, number, RegExp]>([
    ['a header that is no YAML', 's/when/a: "b" c/', 2, /YAML/],
    ['a header without an end', '5d', 2, /never closed/],
    ['no name', '2d', 2, /no name/],
    ['a type that there is not', 's/feedback/opinion/', 2, /"opinion" is not a type/],
    ['the name of another memory', 's/name: rules/name: Other/', 3, /other\.md/],
  ])('refuses %s, and keeps the text in a file that it names', (_, change, code, says) => {
    const before = play.snapshot(play.memory);
    const told = edit(`sed -i '${change}' "$1"; echo Precious. >> "$1"`);
    expect(told.code).toBe(code);
    expect(told.err).toMatch(says);
    expect(told.err.trimEnd()).not.toContain('\n');
    expect(keptText(told.err)).toContain('Precious.');
    expect(play.snapshot(play.memory)).toEqual(before);
  });

  it('gives the text back when somebody else changed the file meanwhile', () => {
    const script = `echo Theirs. >> ${play.memory}/rules.md; echo Mine. >> "$1"`;
    const { code, json } = edit(script, ['--json']);
    expect(code).toBe(3);
    expect(json.error).toMatchObject({ code: 'CONFLICT', path: 'rules.md' });
    const { kept } = json.error as { kept: string };
    expect(readFileSync(kept, 'utf8')).toBe(`${source}Mine.\n`);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(play.read('memory/rules.md')).toBe(`${source}Theirs.\n`);
  });

  it('gives the text back when the memory was deleted meanwhile', () => {
    const told = edit(`rm ${play.memory}/rules.md; echo Mine. >> "$1"`);
    expect(told.code).toBe(1);
    expect(keptText(told.err)).toContain('Mine.');
  });

  it('takes an editor that fails for a change of mind', () => {
    const clean = edit('exit 3');
    expect(clean.code).toBe(4);
    expect(clean.err).toBe('mem: The editor ended with exit code 3, so nothing was changed.\n');
    expect(readdirSync(temporary)).toEqual([]);
    const written = edit('echo Mine. >> "$1"; exit 1');
    expect(keptText(written.err)).toContain('Mine.');
    expect(play.read('memory/rules.md')).toBe(source);
  });

  it('says which editor it could not start, or that there is none', () => {
    const absent = play.mem(['edit', 'rules'], { environment: { EDITOR: 'no-such-editor' } });
    expect(absent.code).toBe(2);
    expect(absent.err).toMatch(/"no-such-editor" could not be started/);
    expect(play.mem(['edit', 'rules']).err).toMatch(/no editor to start.*EDITOR/);
    expect(play.mem(['edit', 'nowhere'], { environment: { EDITOR: 'true' } }).code).toBe(1);
  });

  it('lets bytes be that are no text', () => {
    const bytes = Buffer.concat([Buffer.from(source), Buffer.from([0xff, 0xfe, 10])]);
    writeFileSync(`${play.memory}/rules.md`, bytes);
    expect(edit('echo More. >> "$1"').code).toBe(0);
    expect(readFileSync(`${play.memory}/rules.md`)).toEqual(
      Buffer.concat([bytes, Buffer.from('More.\n')]),
    );
  });
});
