import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMemoryStore,
  guardText,
  isMemoryError,
  type MemoryErrorCode,
  parseIgnore,
  readContext,
  renderContext,
  type StoragePath,
  stripContext,
  verifyEntry,
  type Workspace,
} from '@mem/core';
import {
  bodyText,
  editEntryFile,
  parseEntryFile,
  parseIndex,
  readEntrySource,
  rebuildIndex,
} from '@mem/core/internal';
import { mergeDriver } from '@mem/git';
import { readLogs, readTranscript, updateNotes } from '@mem/session';
import { ramStorage } from './ram-storage.ts';
import type { Target } from './target.ts';

const path = 'a.md' as StoragePath;
const bytesOf = (text: string) => new TextEncoder().encode(text);

const headers = [
  '---\nname: a\ndescription: b\ntype: user\n---\n\nbody\n',
  '---\r\nname: "a"\r\ndescription: |\r\n  b\r\n  c\r\nmetadata: \r\n  type: project\r\n---\r\nbody',
  "\ufeff---\nname: 'a'\ndescription: >-\n  b\n\n  c\ntags: [x, {y: z}]\n# note\nmodified: 2026-01-01\n---\n",
  '---\nname: a: b\ndescription: see #12\nanchor: &x 1\nalias: *x\n---\ntext',
  'no header\n\n---\n\nrule',
];

const indexes = [
  '# Memory\n\n## User\n\n- [a](a.md) — hook\n- [b](b.md): other\n  more\n\nProse.\n',
  '<!-- generated -->\n| File | About |\n|---|---|\n| [a](a.md) | x |\n<!-- end -->\n',
  '---\ntitle: x\n---\n* [ ] **[a](<a b.md> "t")** text\n\n```\n- [c](c.md)\n```\n\n[d]: d.md\n',
];

/** Refusals that callers are promised; everything else is a fault. */
function orRefused<T>(work: () => T, ...codes: readonly MemoryErrorCode[]): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isMemoryError(error) && codes.includes(error.code)) return undefined;
    throw error;
  }
}

function require(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

const header: Target = {
  name: 'header',
  seeds: headers,
  run(text) {
    const parsed = parseEntryFile(path, bytesOf(text));
    require(parsed.name !== '', 'an entry without a name');
    require(Object.getPrototypeOf(parsed.metadata) === null, 'metadata with a prototype');
    readEntrySource(path, bytesOf(text));
  },
};

const headerEdit: Target = {
  name: 'header edit',
  seeds: headers,
  run(text) {
    const bytes = bytesOf(text);
    const before = parseEntryFile(path, bytes);
    const edited = orRefused(
      () => editEntryFile(path, bytes, { description: 'new: words # 1', type: 'feedback' }),
      'REFUSED',
      'UNREADABLE_ENTRY',
    );
    if (edited === undefined) return;
    const after = parseEntryFile(path, edited);
    require(after.description === 'new: words # 1', 'the description is not the one that was set');
    require(after.type === 'feedback', 'the type is not the one that was set');
    require(bodyText(after.body) === bodyText(before.body), 'the body is another one');
    require(after.name === before.name, 'the name is another one');
  },
};

const index: Target = {
  name: 'index',
  seeds: indexes,
  run(text) {
    const parsed = parseIndex(text);
    const lines = parsed.lines.length;
    require(parsed.links.every(({ line }) => line >= 1 && line <= lines), 'a link on no line');
    const entries = [
      { path, name: 'a', description: 'hook' },
      { path: 'new.md' as StoragePath, name: 'new', description: 'd' },
    ];
    // A line that goes may let another link show that a code span had hidden.
    let rebuilt = text;
    for (let round = 0; round < 10; round++) rebuilt = rebuildIndex(rebuilt, entries).text;
    require(rebuildIndex(rebuilt, entries).text === rebuilt, 'rebuilding does not come to rest');
  },
};

const store: Target = {
  name: 'store',
  seeds: [...headers, ...indexes],
  async run(text) {
    const half = text.length >> 1;
    const storage = ramStorage({ 'a.md': text, 'MEMORY.md': text.slice(half), 'b.md': '' });
    const opened = createMemoryStore(storage);
    await opened.list();
    await opened.check();
    await opened.loadIndex();
    await opened.search(text.slice(0, 60));
    await opened.recall(text.slice(0, 60));
    await opened.context();
  },
};

/** What `.mem/` holds is ours, but a disk may have torn it or somebody may have written there. */
const ownFiles: Target = {
  name: 'own files',
  seeds: [
    '{"at":1,"intent":[["a.md","present"],["b.md","absent"]]}',
    '{"id":"abcd","kind":"save","name":"n","fields":{"description":"d","type":"user","body":"b"}}',
    '{"version":1,"files":{"a.md":"1"}}',
  ],
  async run(text) {
    const storage = ramStorage({ '.mem/journal/x.json': text, '.mem/pending/abcd.json': text });
    const opened = createMemoryStore(storage);
    await opened.pending.list();
    await opened.save({ name: 'n', description: 'd', type: 'user', body: 'b' });
    const { entries } = await opened.list();
    require(entries.some(({ name }) => name === 'n'), 'the save is lost');
  },
};

const nowhere: Workspace = {
  kindOf: async () => 'none',
  find: async () => ({ paths: [], complete: true }),
  lineCount: async () => undefined,
  holdsWords: async () => new Map(),
  hasCommit: async () => undefined,
  renamedTo: async () => undefined,
  packages: async () => undefined,
};

const claims: Target = {
  name: 'claims',
  seeds: [
    'See `src/app.ts:12` and `npm run build`, commit 1a2b3c4d5e, by 2026-03-01, `--flag`, `fooBar()`.',
    'Der Pfad ~/x/y.md, am 5. Mai 2027; 截至 2027年5月1日；`a/b/c.py`',
  ],
  run: (text) => verifyEntry({ body: text, description: text.slice(0, 80) }, nowhere),
};

const context: Target = {
  name: 'context',
  seeds: [
    ...headers,
    '<mem-context format="markdown">\n## a [user]\n\nb\n</mem-context>',
    '# a\n\n```\n##',
  ],
  run(text) {
    const half = text.length >> 1;
    const entries = [
      { path: 'a.md' as StoragePath, name: text.slice(0, 40), type: 'user', body: text },
      {
        path: 'b.md' as StoragePath,
        name: 'b',
        type: text.slice(half, half + 20),
        body: text.slice(half),
      },
    ];
    for (const format of ['markdown', 'xml'] as const) {
      const { text: block } = renderContext(entries, { format, maxChars: 10_000_000 });
      require(readContext(block).length === 2, `${format}: not two entries`);
      require(stripContext(block) === '', `${format}: something is left`);
    }
    readContext(text);
    stripContext(text);
  },
};

const guard: Target = {
  name: 'guard',
  seeds: [
    'password: hunter2hunter2',
    'AKIAABCDEFGHIJKLMNOP',
    'postgres://u:secret@host/db',
    ...headers,
  ],
  run(text) {
    const lines = text.split('\n').length;
    for (const { line } of guardText({ name: text.slice(0, 50), description: text, body: text })) {
      require(line >= 1 && line <= lines + 1, 'a finding on no line');
    }
  },
};

const ignore: Target = {
  name: 'ignore',
  seeds: ['all', 'type:user', 'name:a,b', 'query:x y'],
  run: (text) => orRefused(() => parseIgnore(text), 'INVALID_ENTRY'),
};

const notes: Target = {
  name: 'notes',
  seeds: [
    '# Title\n_what_\n\ntext\n\n# State\n\n- a\n',
    '# A\n\n```\n# B\n```\n\n# C\n',
    '{"sections":{}}',
  ],
  async run(text) {
    const half = text.length >> 1;
    const given = text.slice(0, half);
    const { notes: left, problem } = await updateNotes(
      given,
      [{ role: 'user', content: 'hello' }],
      async () => text.slice(half),
    );
    if (problem !== undefined && given.trim() !== '') require(left === given, 'notes are changed');
  },
};

const logs: Target = {
  name: 'logs',
  seeds: [
    '# 2026-12-01\n\n- 10:00 a\n  b\n- 11:00 c\n',
    '- 2026-12-01T10:00:00Z x\n',
    '* y\n\n## 10:00\nz',
  ],
  run: (text) =>
    readLogs(ramStorage({ 'logs/2026/12/2026-12-01.md': text, 'logs/2026/12/01/a-b.md': text })),
};

const transcript: Target = {
  name: 'transcript',
  seeds: [
    '[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"b"}]}]',
    '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"}]}}\n{"type":"summary"}',
  ],
  run: (text) => readTranscript(text),
};

const folder = mkdtempSync(join(tmpdir(), 'mem-fuzz-'));

const merge: Target = {
  name: 'merge',
  seeds: [...headers, ...indexes],
  async run(text) {
    const third = Math.floor(text.length / 3);
    const [base, ours, theirs] = ['base', 'ours', 'theirs'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(base, text);
    writeFileSync(ours, `${text.slice(0, third)}ours${text.slice(third)}`);
    writeFileSync(theirs, `${text.slice(0, 2 * third)}theirs${text.slice(2 * third)}`);
    for (const name of ['a.md', 'MEMORY.md']) await mergeDriver({ base, ours, theirs, path: name });
    require(readFileSync(ours).length > 0, 'the result is empty');
  },
};

export const targets: readonly Target[] = [
  ...[header, headerEdit, index, store, ownFiles, claims, context],
  ...[guard, ignore, notes, logs, transcript, merge],
];
