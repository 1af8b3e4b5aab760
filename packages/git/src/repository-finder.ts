import { existsSync } from 'node:fs';
import { createRepository } from './create-repository.js';
import { findRepository, type HistoryMode, privateGitDir } from './find-repository.js';
import type { GitProgram } from './git-program.js';
import type { Repository } from './repository.js';

/** After so long its configuration may be another. */
const keepMs = 60_000;

/** The repository of one memory directory, looked for again when it may be another one. */
export class RepositoryFinder {
  readonly #program: GitProgram;
  readonly #root: string;
  readonly #mode: HistoryMode;
  #found: Repository | undefined;
  #foundAt = 0;

  constructor(program: GitProgram, root: string, mode: HistoryMode) {
    this.#program = program;
    this.#root = root;
    this.#mode = mode;
  }

  /** Makes it when the mode asks for one. @throws Obstacle, GitError */
  async get(): Promise<Repository> {
    if (this.#found && this.#isStill(this.#found)) return this.#found;
    this.#found =
      (await findRepository(this.#program, this.#root, this.#mode)) ??
      (await createRepository(this.#program, this.#root, this.#mode));
    this.#foundAt = performance.now();
    return this.#found;
  }

  #isStill({ gitDir, kind }: Repository): boolean {
    if (performance.now() - this.#foundAt > keepMs) return false;
    if (!existsSync(`${gitDir}/HEAD`)) return false;
    if (kind === 'private') return true;
    if (this.#mode === 'auto' && existsSync(privateGitDir(this.#root))) return false;
    return kind === 'own' || !existsSync(`${this.#root}/.git`);
  }
}
