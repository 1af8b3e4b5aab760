import type { Message, OtherPart, Part, ToolResultPart } from './message.js';

export function partsOf(content: Message['content']): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** The texts of the parts, without thoughts, calls and results. */
export function textOf(content: Message['content']): string {
  return partsOf(content)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n');
}

/** What a tool answered, as text; of what is no text, what it is. */
export function outputText(output: ToolResultPart['output']): string {
  if (typeof output === 'string') return output;
  return output.map(partText).join('\n');
}

/** What stands for a part where only text can stand. */
export function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text;
    case 'tool-call':
      return `${part.name} ${jsonText(part.input)}`;
    case 'tool-result':
      return outputText(part.output);
    case 'image':
      return '[image]';
    case 'other':
      return part.format === 'json' ? jsonText(part.value) : leftOut(part);
  }
}

/** JSON, of whatever can be said in it; what cannot (cycles, functions) is left out. */
export function jsonText(
  value: unknown,
  replace?: (key: string, inner: unknown) => unknown,
): string {
  try {
    return JSON.stringify(value, replace) ?? '';
  } catch {
    return '';
  }
}

function leftOut({ value }: OtherPart): string {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : '';
  return `[${typeof type === 'string' && type !== '' ? type : 'part'} left out]`;
}
