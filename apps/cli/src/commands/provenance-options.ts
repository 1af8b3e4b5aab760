import type { Provenance } from '@mem/core';
import { oneOf } from '../arguments/one-of.js';
import type { OptionTable } from '../arguments/option.js';
import type { World } from '../world.js';

const sources = ['user', 'inferred'] as const;

export const provenanceOptions = {
  source: {
    type: 'string',
    value: 'SOURCE',
    completes: sources,
    description: 'user: the person’s own words; inferred: a model’s conclusion',
  },
  client: { type: 'string', value: 'NAME', description: 'the program that asks (else MEM_CLIENT)' },
  session: { type: 'string', value: 'ID', description: 'its conversation (else MEM_SESSION)' },
} as const satisfies OptionTable;

interface Given {
  readonly source: string | undefined;
  readonly client: string | undefined;
  readonly session: string | undefined;
}

/**
 * Who asks for a change: what the options say, else the environment. Claude Code sets CLAUDECODE and
 * CLAUDE_CODE_SESSION_ID for the commands that it runs. Nothing when neither says anything.
 */
export function provenanceOf(
  { source, client, session }: Given,
  { environment }: World,
): { readonly provenance?: Provenance } {
  const inClaudeCode = environment.CLAUDECODE === '1';
  const provenance: Provenance = {
    source: oneOf('--source', source, sources) ?? (inClaudeCode ? 'inferred' : undefined),
    client: client ?? (environment.MEM_CLIENT || (inClaudeCode ? 'claude-code' : undefined)),
    session:
      session ??
      (environment.MEM_SESSION || (inClaudeCode ? environment.CLAUDE_CODE_SESSION_ID : undefined)),
  };
  const isKnown = Object.values(provenance).some((part) => part !== undefined);
  return isKnown ? { provenance } : {};
}
