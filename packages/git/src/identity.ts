import { GitError } from './git-error.js';
import { gitIn, type Repository } from './repository.js';

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** Where git's configuration names nobody. */
const fallback: Identity = { name: 'mem', email: 'mem@localhost' };

export interface CommitIdentities {
  readonly author: Identity;
  readonly committer: Identity;
}

/** Who commits, by git's configuration and environment. */
export async function readIdentities(repository: Repository): Promise<CommitIdentities> {
  const [author, committer] = await Promise.all([
    readIdentity(repository, 'GIT_AUTHOR_IDENT'),
    readIdentity(repository, 'GIT_COMMITTER_IDENT'),
  ]);
  return { author, committer };
}

async function readIdentity(repository: Repository, variable: string): Promise<Identity> {
  try {
    // Without a configured address git would make one up from the name of the host.
    const { stdout } = await gitIn(repository, ['var', variable], {
      config: [['user.useConfigOnly', 'true']],
    });
    const [, name = '', email = ''] =
      /^(.*) <(.*)> \d+ [+-]\d+$/m.exec(stdout.toString('utf8')) ?? [];
    return cleanIdentity({ name, email });
  } catch (error) {
    if (error instanceof GitError && error.failure === 'failed') return fallback;
    throw error;
  }
}

/** What git accepts between the brackets and in front of them. */
export function cleanIdentity({ name, email }: Identity): Identity {
  return { name: clean(name) || fallback.name, email: clean(email) || fallback.email };
}

function clean(text: string): string {
  const line = text.toWellFormed().replace(/[<>\p{Cc}]+/gu, ' ');
  return line.slice(0, 200).toWellFormed().trim();
}
