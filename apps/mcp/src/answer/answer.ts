import type { CallToolResult } from '@modelcontextprotocol/server';
import type * as z from 'zod';

/** What a tool has to say, twice: for programs, and in words for models that see only text. */
export interface Answer<Output extends z.ZodObject> {
  readonly data: Omit<z.infer<Output>, 'directory'>;
  readonly text: string;
}

/** Every answer names the directory that it is about. */
export function resultOf<Output extends z.ZodObject>(
  { data, text }: Answer<Output>,
  directory: string,
): CallToolResult {
  return {
    content: [{ type: 'text', text: `${text}\n\n(Memory directory: ${directory})` }],
    structuredContent: { directory, ...data },
  };
}
