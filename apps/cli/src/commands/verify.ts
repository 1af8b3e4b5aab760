import type { Claim, ClaimState, VerifiedEntry } from '@mem/core';
import { ignoreOption } from '../arguments/ignore-option.js';
import { workspaceOption } from '../arguments/workspace-option.js';
import { defineCommand } from '../command.js';
import { notSo } from '../exit-code.js';
import { type Page, type Style, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { type ClaimCounts, countClaims, verifyClaims } from '../verify-claims.js';
import { claimJson } from '../view.js';

export const verify = defineCommand({
  usage: 'verify [NAME] [--workspace DIRECTORY]',
  summary: 'test what memories claim about the project; exit 1 when something is gone or moved',
  details:
    'Paths, lines, symbols, flags, scripts, commits and dates in one memory, or in all. Only what\ncan be told is called missing.',
  options: { ...workspaceOption, ...ignoreOption },
  positionals: [0, 1],
  completes: 'entry',
  examples: ['mem verify', 'mem verify release-rules', 'mem verify --workspace ~/src/shop --json'],
  async run({ options, positionals, world, choose, read }) {
    const [target] = positionals;
    const { requireWorkspace } = await import('../open-workspace.js');
    const { root, workspace } = requireWorkspace(options.workspace, choose(), world);
    const { directory, result: entries } = await read((store) =>
      verifyClaims(store, workspace, target, world),
    );
    const counts = countClaims(entries);
    return {
      json: { directory, workspace: root, entries: entries.map(verifiedJson), counts },
      page: entries.flatMap(verifiedLines),
      notes: [summary(counts)],
      exitCode: counts.missing + counts.moved > 0 ? notSo : 0,
    };
  },
});

function verifiedJson({ path, name, claims }: VerifiedEntry) {
  return { path, name, claims: claims.map(claimJson) };
}

function verifiedLines({ path, name, claims }: VerifiedEntry): Page {
  if (claims.length === 0) return [];
  return [styled('bold', name), '  ', styled('dim', path), '\n', ...claims.flatMap(claimLine)];
}

const styles: Readonly<Record<ClaimState, Style>> = {
  present: 'dim',
  missing: 'red',
  moved: 'yellow',
  unknown: 'dim',
};

function claimLine({ kind, text, state, movedTo }: Claim): Page {
  const target = movedTo === undefined ? '' : ` → ${oneLine(movedTo)}`;
  const word = kind === 'date' && state === 'missing' ? 'gone by' : state;
  return [
    '  ',
    styled(styles[state], word.padEnd(7)),
    `  ${kind.padEnd(6)}  ${oneLine(text)}${target}\n`,
  ];
}

function summary({ present, missing, moved, unknown }: ClaimCounts): string {
  if (present + missing + moved + unknown === 0) return 'Nothing is claimed about the project.\n';
  return `${present} present, ${missing} missing, ${moved} moved, ${unknown} that cannot be told.\n`;
}
