import type { Repository } from '../repository.js';
import { gitIn } from '../repository.js';
import type { Setting } from '../safe-config.js';

const allowed = ['file', 'http', 'https', 'ssh'];

/**
 * How git may reach another machine: by common protocols, without asking anybody, and by the
 * programs that the user has chosen. Those that the repository itself names are left out: it may
 * come from a stranger.
 */
export async function networkSettings(repository: Repository): Promise<Setting[]> {
  const { trusted, others } = await readPrograms(repository);
  const helperKeys = new Set(others.map(([key]) => key).filter((key) => key !== 'core.sshcommand'));
  const helpers = trusted.filter(([key]) => key !== 'core.sshcommand');
  return [
    ['protocol.allow', 'never'],
    ...allowed.map((name): Setting => [`protocol.${name}.allow`, 'always']),
    ...sshCommand(repository, trusted),
    // An empty helper empties the list, so the user's own come again behind it.
    ...(helperKeys.size === 0
      ? []
      : [
          ...[...helperKeys].map((key): Setting => [key, '']),
          ['credential.helper', ''] as const,
          ...helpers,
        ]),
  ];
}

/** Ssh would ask for a password or whether a host is known. */
function sshCommand({ program }: Repository, trusted: readonly Setting[]): Setting[] {
  const chosen = trusted.findLast(([key]) => key === 'core.sshcommand')?.[1];
  const { GIT_SSH, GIT_SSH_COMMAND } = program.environment ?? process.env;
  if (GIT_SSH_COMMAND !== undefined) return [];
  if (chosen !== undefined) return [['core.sshCommand', chosen]];
  if (GIT_SSH !== undefined) return [['core.sshCommand', quoted(GIT_SSH)]];
  return [['core.sshCommand', 'ssh -o BatchMode=yes']];
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

const userScopes = new Set(['system', 'global']);

async function readPrograms(
  repository: Repository,
): Promise<{ trusted: Setting[]; others: Setting[] }> {
  const pattern = '^(core\\.sshcommand|credential\\.(.*\\.)?helper)$';
  const args = ['config', '--show-scope', '-z', '--get-regexp', pattern];
  const { stdout } = await gitIn(repository, args, { answers: [1], network: true });
  const parts = stdout.toString('utf8').split('\0');
  const trusted: Setting[] = [];
  const others: Setting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [key = '', ...value] = (parts[at + 1] ?? '').split('\n');
    const scope = parts[at] ?? '';
    if (scope === 'command') continue;
    (userScopes.has(scope) ? trusted : others).push([key, value.join('\n')]);
  }
  return { trusted, others };
}
