import { type CommitIdentities, readIdentities } from './identity.js';
import { gitIn, type Repository } from './repository.js';

export interface RepositorySettings {
  readonly identities: CommitIdentities;
  /** May git have put CRLF into files when it wrote them to the disk? */
  readonly convertsLineEnds: boolean;
}

const keepMs = 60_000;

/** What git's configuration says; looked up again after a minute. */
export class SettingsReader {
  #last: { gitDir: string; at: number; settings: Promise<RepositorySettings> } | undefined;

  read(repository: Repository): Promise<RepositorySettings> {
    const now = performance.now();
    const last = this.#last;
    if (last && last.gitDir === repository.gitDir && now - last.at < keepMs) return last.settings;
    const settings = readSettings(repository);
    this.#last = { gitDir: repository.gitDir, at: now, settings };
    settings.catch(() => {
      this.#last = undefined;
    });
    return settings;
  }
}

async function readSettings(repository: Repository): Promise<RepositorySettings> {
  const [identities, { stdout }] = await Promise.all([
    readIdentities(repository),
    gitIn(repository, ['config', '--get', 'core.autocrlf'], { answers: [1] }),
  ]);
  const convertsLineEnds = stdout.toString('utf8').trim().toLowerCase() === 'true';
  return { identities, convertsLineEnds };
}
