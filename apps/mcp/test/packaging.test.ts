import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryInstructions } from '@mem/core';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, test } from 'vitest';
import { tools } from '../src/tools/table.js';

const here = fileURLToPath(new URL('..', import.meta.url));
const { name, version, mcpName, bin } = read('package.json');

describe('server.json, for the MCP registry', () => {
  const server = read('server.json');

  test('is what the registry’s schema asks for', () => {
    expect(faultsOf(server, 'server.schema.json')).toBeUndefined();
    expect(faultsOf({ ...server, version: undefined }, 'server.schema.json')).toBeDefined();
  });

  test('names this package, at this version', () => {
    // The registry takes only packages that name it back.
    expect(server.name).toBe(mcpName);
    expect(server.version).toBe(version);
    expect(server.packages).toMatchObject([{ identifier: name, version }]);
  });
});

describe('manifest.json, for an .mcpb bundle', () => {
  const manifest = read('manifest.json');

  test('is what the schema of bundles asks for', () => {
    expect(faultsOf(manifest, 'mcpb-manifest.schema.json')).toBeUndefined();
    expect(faultsOf({ ...manifest, server: {} }, 'mcpb-manifest.schema.json')).toBeDefined();
  });

  test('starts the built program, at this version, and lists its tools', () => {
    expect(manifest.version).toBe(version);
    expect(existsSync(join(here, manifest.server.entry_point))).toBe(true);
    const listed = manifest.tools.map((tool: { name: string }) => tool.name);
    expect(listed).toEqual(tools.map((tool) => tool.name));
  });
});

describe('the plugin for Claude Code', () => {
  test('has this version', () => {
    expect(read('plugin/.claude-plugin/plugin.json').version).toBe(version);
  });

  test('starts the program by the name that it is installed under', () => {
    const { mcpServers } = read('plugin/.mcp.json');
    expect(Object.keys(bin)).toContain(mcpServers.memory.command);
  });

  test('its skill says what every program of the project says', async () => {
    await expect(renderSkill()).toMatchFileSnapshot('../plugin/skills/memory/SKILL.md');
  });
});

function renderSkill(): string {
  return `---
name: memory
description: Keeping and using the memory that outlasts a conversation. Use when the person asks to remember, forget or recall something, corrects you or confirms an unusual choice, or refers to earlier work.
---

${memoryInstructions().trim()}

## The tools
- search_memory and list_memories find notes, read_memory gives one in full, recall_memory the few that fit a task.
- save_memory keeps a new one, update_memory changes fields of one, delete_memory removes one when the person wants it.
- memory_history, where it is offered, shows how a note came to be as it is.
`;
}

// biome-ignore lint/suspicious/noExplicitAny: what stands in the files is what the tests look at
function read(path: string): any {
  return JSON.parse(readFileSync(join(here, path), 'utf8'));
}

/** Undefined where the document is as the schema wants it. */
function faultsOf(document: unknown, schema: string): string | undefined {
  const validate = new AjvJsonSchemaValidator().getValidator(read(`test/schemas/${schema}`));
  const plain: unknown = JSON.parse(JSON.stringify(document));
  return validate(plain).errorMessage;
}
