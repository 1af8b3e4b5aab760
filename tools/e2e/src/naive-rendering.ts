import type { HostileMemory } from './hostile-memories.ts';

// What tools without a thought for it do: the negative control, which every judge must catch.

export function naiveContext(memories: readonly HostileMemory[]): string {
  const entries = memories.map(({ name, type, body }) => `## ${name} [${type}]\n\n${body}\n`);
  return `<mem-context format="markdown">\n${entries.join('\n')}</mem-context>\n`;
}

export function naiveIndex(memories: readonly HostileMemory[]): string {
  return memories
    .map(({ path, name, description }) => `- [${name}](${path}) — ${description}\n`)
    .join('');
}

export function naiveReport(memories: readonly HostileMemory[]): string {
  return memories.map(({ path, body }) => `#### ${path}\n\n${body}\n`).join('\n');
}

export function naiveList(memories: readonly HostileMemory[]): string {
  return memories
    .map(({ path, name, description }) => `- ${name} (${path}): ${description}`)
    .join('\n');
}
