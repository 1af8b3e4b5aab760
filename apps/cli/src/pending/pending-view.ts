import type { PendingChange, PendingView, Provenance } from '@mem/core';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { provenanceJson } from '../view.js';

/** A waiting change in every document; absent fields are null. */
export function pendingJson({ fields, ...change }: PendingChange) {
  return {
    id: change.id,
    at: change.at,
    kind: change.kind,
    name: change.name,
    path: change.path ?? null,
    fields: {
      description: fields.description ?? null,
      type: fields.type ?? null,
      body: fields.body ?? null,
    },
    reason: change.reason ?? null,
    origin: change.origin ?? null,
    provenance: provenanceJson(change.provenance),
  };
}

export function pendingViewJson({ change, path, obstacle, ...view }: PendingView) {
  return {
    pending: pendingJson(change),
    path: path ?? null,
    before: view.before,
    after: view.after,
    diff: view.diff,
    version: view.version,
    changedSince: view.changedSince,
    obstacle: obstacle ?? null,
  };
}

/** Two lines: what it is, and who wants it. */
export function pendingLines(change: PendingChange): Page {
  const { id, kind, name, fields } = change;
  const about = fields.description === undefined ? '' : ` — ${oneLine(fields.description)}`;
  return [
    styled('cyan', id),
    `  ${kind.padEnd(6)}  `,
    styled('bold', name),
    `${about}\n`,
    '    ',
    styled('dim', wantedBy(change)),
    '\n',
  ];
}

function wantedBy({ at, provenance, origin, reason }: PendingChange): string {
  const who = saidBy(provenance) ?? origin ?? 'an unnamed program';
  const from = provenance !== undefined && origin !== undefined ? ` (${origin})` : '';
  return `${at}, by ${who}${from}${reason === undefined ? '' : `: ${reason}`}`;
}

/** In words; undefined when nothing is known. */
export function saidBy(provenance: Provenance | undefined): string | undefined {
  if (provenance === undefined) return undefined;
  const { source, client, session } = provenance;
  const kind = source === 'user' ? 'the user' : source;
  const by = [kind, client].filter((part) => part !== undefined).join(', ');
  return session === undefined ? by : `${by === '' ? 'someone' : by} in session ${session}`;
}

/** All that a person needs to decide. */
export function pendingPage(view: PendingView): Page {
  const { change, path, diff, changedSince, obstacle } = view;
  return [
    ...pendingLines(change),
    ...(path === undefined ? [] : ['    ', styled('dim', path), '\n']),
    ...(changedSince ? ['    ', styled('yellow', changedNote(view)), '\n'] : []),
    ...(obstacle === undefined ? [] : ['    ', styled('red', obstacle), '\n']),
    '\n',
    ...(diff === '' ? ['It changes nothing.\n'] : diff.split(/(?<=\n)/).flatMap(diffLine)),
  ];
}

/** What `--if-version` calls a file that is not there. */
export const noVersion = 'none';

function changedNote({ change, version, obstacle }: PendingView): string {
  const isOther = 'The file is not as it was when this was proposed.';
  if (obstacle !== undefined) return isOther;
  return `${isOther} Accept the difference below with "mem pending accept ${change.id} --if-version ${version ?? noVersion}".`;
}

/** Every line of a memory stands behind a sign, so none can pass for one of ours. */
function diffLine(line: string): Page {
  const style = line.startsWith('@@') ? 'bold' : line.startsWith('+') ? 'cyan' : 'red';
  return /^[-+@]/.test(line) ? [styled(style, line.trimEnd()), '\n'] : [line];
}
