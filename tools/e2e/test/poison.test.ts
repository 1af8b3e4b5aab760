import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemoryStore, readContext, stripContext } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Node, Parser } from 'commonmark';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hostileCount, hostileMemories } from '../src/hostile-memories.ts';
import { naiveContext, naiveIndex, naiveList, naiveReport } from '../src/naive-rendering.ts';

const bin = (path: string) => fileURLToPath(new URL(`../../../apps/${path}`, import.meta.url));
const memories = hostileMemories();
const top = mkdtempSync(join(tmpdir(), 'mem-poison-'));
const directory = join(top, 'memory');
const store = createMemoryStore(createDirectoryStorage(directory));

beforeAll(async () => {
  mkdirSync(directory);
  for (const { path, text } of memories) writeFileSync(join(directory, path), text);
  await store.reindex();
});

function mem(...words: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [bin('cli/dist/mem.js'), ...words], {
    env: { PATH: process.env.PATH, HOME: top, MEM_DIR: directory },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}

/** Control characters but the line feed, signs of direction, and what nobody sees. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u115f\u3164\uffa0\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

function nodesOf(markdown: string): Node[] {
  const nodes: Node[] = [];
  const walker = new Parser().parse(markdown).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    if (event.entering) nodes.push(event.node);
  }
  return nodes;
}

function count(nodes: readonly Node[], ...types: readonly string[]): number {
  return nodes.filter(({ type }) => types.includes(type)).length;
}

describe('300 hostile memories', () => {
  it('are all listed, with the names their files give them', async () => {
    const { entries } = await store.list();
    expect(entries.map(({ path }) => path).sort()).toEqual(memories.map(({ path }) => path).sort());
    const names = new Map(entries.map(({ path, name }) => [path, name] as const));
    for (const { path, name } of memories) expect(names.get(path as never)).toBe(name);
  });

  describe.each(['markdown', 'xml'] as const)('in the context as %s', (format) => {
    it('stay the entries that they are, in one block', async () => {
      const { text, included } = await store.context({ format, maxChars: 10_000_000 });
      expect(included).toHaveLength(hostileCount);
      const read = readContext(text);
      expect(read).toHaveLength(hostileCount);
      const ids = (from: readonly { readonly name: string }[]) =>
        from.map(({ name }) => /^m\d{3}/.exec(name)?.[0]).sort();
      expect(ids(read)).toEqual(ids(memories));
      expect(stripContext(`before\n${text}after`)).toBe('before\nafter');
    });
  });

  it('make no heading of their own in the Markdown of the context, and no HTML', async () => {
    const { text } = await store.context({ maxChars: 10_000_000 });
    expect(headingsOfContext(text)).toBe(hostileCount);
    expect(headingsOfContext(naiveContext(memories))).not.toBe(hostileCount);
    expect(readContext(naiveContext(memories))).not.toHaveLength(hostileCount);
  });

  it('have one line each in the index, that links to their own file and to nothing else', () => {
    const text = readFileSync(join(directory, 'MEMORY.md'), 'utf8');
    expect(faultsOfIndex(text)).toEqual([]);
    expect(faultsOfIndex(naiveIndex(memories))).not.toEqual([]);
  });

  it('have one line each in what the command line lists, and nothing unseen in it', () => {
    const lines = mem('list').trimEnd().split('\n');
    expect(lines).toHaveLength(hostileCount);
    expect(naiveList(memories).split('\n')).not.toHaveLength(hostileCount);
    for (const words of [
      ['list'],
      ['search', 'marker', '--limit', '300'],
      ['check'],
      ['status'],
      ['verify'],
      ...memories.slice(0, 40).map(({ path }) => ['show', path]),
    ]) {
      const all = mem(...words);
      // What goes into a pipe is the body as it stands; above it are lines of ours.
      const printed = words[0] === 'show' ? all.slice(0, all.indexOf('\n\n')) : all;
      expect(unseen.exec(printed)?.index, `${words.join(' ')}: ${sample(printed)}`).toBe(undefined);
    }
    expect(unseen.test(naiveList(memories))).toBe(true);
  });

  it('are one JSON document wherever one is asked for, and it says what the files say', () => {
    const listed = JSON.parse(mem('list', '--json')) as {
      entries: { path: string; name: string }[];
    };
    const names = new Map(listed.entries.map(({ path, name }) => [path, name]));
    for (const { path, name } of memories) expect(names.get(path)).toBe(name);
    for (const words of [['search', 'marker'], ['recall', 'marker'], ['check'], ['context']]) {
      const printed = mem(...words, '--json');
      expect(() => JSON.parse(printed)).not.toThrow();
      expect(unseen.test(printed)).toBe(false);
    }
  });

  it('forge nothing in a report of a review', { timeout: 60_000 }, () => {
    const repository = join(top, 'repository');
    mkdirSync(repository);
    const few = memories.filter((_, number) => number % 4 === 0);
    for (const { path, text } of few) writeFileSync(join(repository, path), text);
    mem('init', '--git', '--dir', repository);
    const subject = 'add\n\n# forged\n\n[x](javascript:alert(1))';
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
    git('add', '-A');
    git(
      '-c',
      'user.name=<b>](javascript:x)',
      '-c',
      'user.email=e@example.org',
      'commit',
      '-qm',
      subject,
      '--allow-empty',
    );
    const report = mem('review', '--markdown', '--dir', repository);
    expect(report).toMatch(/memories changed/);
    expect(faultsOfReport(report)).toEqual([]);
    expect(faultsOfReport(naiveReport(few))).not.toEqual([]);
  });

  it('have one line each in what the MCP server lists, and end no block of it', async () => {
    const client = await connect();
    const paths: string[] = [];
    let cursor: unknown;
    do {
      const { text, data } = await call(client, 'list_memories', {
        limit: 200,
        max_chars: 16_000,
        ...(cursor !== undefined && { cursor }),
      });
      const page = (data.memories as { path: string }[]).map(({ path }) => path);
      expect(linesOfList(text)).toBe(page.length);
      expect(unseen.test(text)).toBe(false);
      paths.push(...page);
      cursor = data.next_cursor;
    } while (cursor !== undefined);
    expect(paths.sort()).toEqual(memories.map(({ path }) => path).sort());
    expect(linesOfList(naiveList(memories))).not.toBe(hostileCount);
  });

  it('end no line and no block of what the MCP server finds, reads and recalls', async () => {
    const client = await connect();
    const { text, data } = await call(client, 'search_memory', {
      query: 'marker',
      limit: 50,
      max_chars: 16_000,
    });
    const hits = data.hits as unknown[];
    expect(linesOfList(text)).toBe(hits.length);
    expect(unseen.test(text)).toBe(false);
    for (const { path } of memories.slice(0, 60)) {
      const read = await call(client, 'read_memory', { name: path, max_chars: 16_000 });
      const nodes = nodesOf(read.text);
      expect(count(nodes, 'code_block'), path).toBe(1);
      expect(count(nodes, 'heading', 'html_block', 'thematic_break', 'list'), path).toBe(0);
      expect(read.text.match(/^version: /gm), path).toHaveLength(
        1 + bodyLines(read.data, 'version: '),
      );
    }
    const recalled = await call(client, 'recall_memory', {
      query: 'about m298 m299',
      max_chars: 16_000,
    });
    const shown = recalled.data.memories as unknown[];
    expect(shown.length).toBeGreaterThan(0);
    expect(readContext(recalled.text)).toHaveLength(shown.length);
  });
});

function headingsOfContext(text: string): number {
  const nodes = nodesOf(text);
  return nodes.filter(({ type, level }) => type === 'heading' && level === 2).length;
}

function faultsOfIndex(text: string): string[] {
  const nodes = nodesOf(text);
  const targets = nodes
    .filter(({ type }) => type === 'link')
    .map(({ destination }) => decodeURIComponent(destination ?? ''));
  const own = new Set(memories.map(({ path }) => path));
  const forbidden = ['image', 'html_block', 'html_inline', 'heading', 'code_block', 'block_quote'];
  return [
    ...targets.filter((target) => !own.has(target)).map((target) => `links to ${target}`),
    ...(new Set(targets).size === own.size ? [] : [`${new Set(targets).size} targets`]),
    ...(targets.length === own.size ? [] : [`${targets.length} links`]),
    ...(count(nodes, 'item') === own.size ? [] : [`${count(nodes, 'item')} items`]),
    ...forbidden.filter((type) => count(nodes, type) > 0),
    ...(unseen.test(text) ? ['unseen characters'] : []),
  ];
}

function faultsOfReport(report: string): string[] {
  const nodes = nodesOf(report);
  const forbidden = ['link', 'image', 'html_block', 'html_inline', 'thematic_break', 'block_quote'];
  const headings = nodes.filter(({ type }) => type === 'heading');
  const strange = headings.filter((heading) => {
    const { firstChild } = heading;
    return heading.level === 4 ? firstChild?.type !== 'code' : firstChild?.type !== 'text';
  });
  return [
    ...forbidden.filter((type) => count(nodes, type) > 0),
    ...(strange.length > 0 ? ['headings'] : []),
    ...(unseen.test(report) ? ['unseen characters'] : []),
  ];
}

function linesOfList(text: string): number {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).filter((line) => line.startsWith('- ')).length;
}

function bodyLines({ body }: Record<string, unknown>, start: string): number {
  return String(body)
    .split('\n')
    .filter((line) => line.startsWith(start)).length;
}

function sample(text: string): string {
  const at = unseen.exec(text)?.index ?? 0;
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 20));
}

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin('mcp/dist/mem-mcp.js'), '--dir', directory],
      env: { PATH: process.env.PATH ?? '', HOME: top },
    }),
  );
  onTestFinished(async () => await client.close());
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent } = await client.callTool({ name, arguments: args });
  const [first] = content as { type: string; text: string }[];
  return { text: first?.text ?? '', data: (structuredContent ?? {}) as Record<string, unknown> };
}
