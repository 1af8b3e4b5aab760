import type { Blocks } from './blocks.js';

/** Where the target of a `[label]: target` line is. */
export interface Definition {
  readonly targetStart: number;
  readonly targetEnd: number;
}

/** The definitions of a text by label; the first of a label counts, as in Markdown. */
export class Definitions {
  readonly #byLabel = new Map<string, Definition>();

  get size(): number {
    return this.#byLabel.size;
  }

  get(label: string): Definition | undefined {
    return this.#byLabel.get(foldLabel(label));
  }

  add(label: string, definition: Definition): void {
    const key = foldLabel(label);
    if (!this.#byLabel.has(key)) this.#byLabel.set(key, definition);
  }
}

function foldLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

export function readDefinitions(blocks: Blocks): Definitions {
  const definitions = new Definitions();
  for (const line of blocks.lines) {
    if (line.kind !== 'definition') continue;
    const match = /^\s*\[([^[\]]{1,999})\]:[ \t]*(<[^<>]*>|\S+)/.exec(line.text);
    if (!match) continue;
    const targetEnd = line.start + match[0].length;
    definitions.add(match[1]!, { targetStart: targetEnd - match[2]!.length, targetEnd });
  }
  return definitions;
}
