import { readFileSync } from 'node:fs';

/** The bytes of a kept MEMORY.md as text, its byte order mark included. */
export function indexFixture(name: string): string {
  const file = new URL(`../src/index-file/fixtures/${name}.md`, import.meta.url);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(file));
}
