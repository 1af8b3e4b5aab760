import type { PendingChange, ProposedChange } from '@mem/core';
import type { OptionTable } from '../arguments/option.js';
import { UsageError } from '../arguments/usage-error.js';
import type { Call, Outcome } from '../command.js';
import { pendingJson } from '../pending/pending-view.js';
import { styled } from '../terminal/page.js';
import { warningNotes } from '../view.js';

export const proposeOption = {
  propose: { type: 'boolean', description: 'do not do it: let it wait for a person to decide' },
} as const satisfies OptionTable;

/**
 * Lets a change wait instead of making it.
 *
 * @param others options that say how it is made, which is decided when it is accepted
 */
export async function propose(
  { write }: Pick<Call<never>, 'write'>,
  change: ProposedChange,
  others: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const other = Object.keys(others).find((name) => others[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--propose and --${other} exclude each other.`);
  const { directory, result, warnings } = await write((store) =>
    store.pending.add({ ...change, origin: 'command line' }),
  );
  return {
    json: { directory, pending: pendingJson(result) },
    page: proposedPage(result),
    notes: warningNotes(warnings),
  };
}

function proposedPage({ id, kind, name }: PendingChange) {
  return [
    `Waits for you: ${kind} `,
    styled('bold', name),
    `\nDecide with "mem pending show ${id}", "mem pending accept ${id}" or "mem pending reject ${id}".\n`,
  ];
}
