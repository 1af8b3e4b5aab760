import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mcpProgram, rivalsFolder } from '../places.js';
import { fileText, type GeneratedText } from '../search/generated-texts.js';
import type { Command } from '../time-programs.js';
import type { ServerProcess } from './server-process.js';

/** A memory over the Model Context Protocol, and how to do the same work with it. */
export interface MemoryServer {
  readonly name: string;
  readonly command: Command;
  /** @param folder an empty one of its own */
  environment(folder: string): Record<string, string>;
  save(server: ServerProcess, text: GeneratedText): Promise<unknown>;
  /** Many at once, in the quickest way that leaves what as many saves would leave. */
  fill(server: ServerProcess, texts: readonly GeneratedText[], folder: string): Promise<unknown>;
  /** Resolves to the text of the answer. */
  search(server: ServerProcess, query: string): Promise<string>;
}

export const ourServer: MemoryServer = {
  name: 'mem-mcp',
  command: [process.execPath, mcpProgram, '--rate', '0'],
  environment: (folder) => ({ MEM_DIR: folder }),
  save: (server, { name, description, type, body }) =>
    server.call('save_memory', { name, description, type, body, create: true }),
  fill: async (_, texts, folder) => {
    const line = ({ name, path, description }: GeneratedText) =>
      `- [${name}](${path}) — ${description}`;
    for (const text of texts) writeFileSync(join(folder, text.path), fileText(text));
    writeFileSync(join(folder, 'MEMORY.md'), `${texts.map(line).join('\n')}\n`);
  },
  search: (server, query) => server.call('search_memory', { query }),
};

const packages = ['@modelcontextprotocol/server-memory@2026.8.31', '@ai-devkit/memory@0.20.1'];

/**
 * The others, or none where they cannot be had. They are not in the workspace, whose users should
 * not wait for 160 MB that only this benchmark wants: it installs them when it first runs.
 */
export function otherServers(): MemoryServer[] {
  if (!isInstalled()) install();
  return isInstalled() ? [referenceServer, devkitServer] : [];
}

export const referenceServer: MemoryServer = {
  name: '@modelcontextprotocol/server-memory',
  command: [process.execPath, entryOf('@modelcontextprotocol/server-memory')],
  environment: (folder) => ({ MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
  save: (server, text) => server.call('create_entities', { entities: [entityOf(text)] }),
  fill: (server, texts) => server.call('create_entities', { entities: texts.map(entityOf) }),
  search: (server, query) => server.call('search_nodes', { query }),
};

const devkitServer: MemoryServer = {
  name: '@ai-devkit/memory',
  command: [process.execPath, entryOf('@ai-devkit/memory')],
  // It keeps its database in the home folder.
  environment: (folder) => ({ HOME: folder, USERPROFILE: folder }),
  save: (server, { name, description, type, body }) =>
    server.call('memory_storeKnowledge', {
      // It takes titles of 10 to 100 characters.
      title: `${name}: ${description}`.slice(0, 100).padEnd(10, '.'),
      content: body,
      tags: [type],
    }),
  fill: async (server, texts) => {
    for (const text of texts) await devkitServer.save(server, text);
  },
  search: (server, query) => server.call('memory_searchKnowledge', { query }),
};

function entityOf({ name, description, type, body }: GeneratedText) {
  return { name, entityType: type, observations: [description, body] };
}

function entryOf(name: string): string {
  return join(rivalsFolder, 'node_modules', name, 'dist', 'index.js');
}

function isInstalled(): boolean {
  return [referenceServer, devkitServer].every(({ command }) => existsSync(command[1]!));
}

function install(): void {
  process.stderr.write('Installing the other memory servers, once; this takes a minute …\n');
  mkdirSync(rivalsFolder, { recursive: true });
  try {
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefix', rivalsFolder, ...packages],
      {
        stdio: 'ignore',
      },
    );
  } catch {
    // Without a network the benchmark goes on, and says what it left out.
  }
}
