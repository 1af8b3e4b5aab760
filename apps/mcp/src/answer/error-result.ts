import { isMemoryError } from '@mem/core';
import { visibleLine } from '@mem/core/internal';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { shorten } from './cut-text.js';

/**
 * A failure as a result that the model reads: the stable code, what is wrong, and the remedy. What
 * is no error of ours could hold anything, paths of the host among it: that goes to the log.
 */
export async function errorResult(
  error: unknown,
  report: (error: unknown) => void,
): Promise<CallToolResult> {
  return { content: [{ type: 'text', text: await errorText(error, report) }], isError: true };
}

export async function errorText(error: unknown, report: (error: unknown) => void): Promise<string> {
  // An argument in the wrong place may be a secret, and is quoted in many a message.
  if (isMemoryError(error)) {
    const { redactSecrets } = await import('./redact.js');
    const message = redactSecrets(error.message);
    return shorten(visibleLine(`${error.code}: ${message}`), 2_000);
  }
  report(error);
  return 'INTERNAL: mem-mcp itself failed, and its log (standard error) says how. Read the memory again before you repeat a change: it may have been made.';
}
