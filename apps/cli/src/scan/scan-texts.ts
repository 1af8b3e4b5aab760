import type { GuardFinding, GuardOptions } from '@mem/core';
import { findHits, findingsOf } from '@mem/core/internal';

/** A finding of `mem scan`; it never holds the value. */
export interface ScanFinding extends Pick<GuardFinding, 'rule' | 'group' | 'line' | 'column'> {
  /** Inside the memory directory; null for the message of a commit. */
  readonly file: string | null;
  /** The commit that brought it; null for what stands there now. */
  readonly commit: string | null;
  readonly message: string;
}

export interface Scanned {
  readonly file: string | null;
  readonly commit: string | null;
  readonly text: string;
}

/**
 * Looks at texts one after the other. The same value in the same file is told once of all versions
 * of a history: where it came in.
 */
export class Scan {
  readonly findings: ScanFinding[] = [];
  readonly #options: GuardOptions;
  readonly #now: Date;
  /** Values stay in here and are never shown. */
  readonly #known = new Set<string>();

  constructor(options: GuardOptions, now: Date) {
    this.#options = options;
    this.#now = now;
  }

  look({ file, commit, text }: Scanned): void {
    const input = { file: text };
    const hits = findHits(input, this.#options, this.#now).filter((hit) => {
      if (commit === null) return true;
      const key = JSON.stringify([hit.rule.id, file, hit.text]);
      if (this.#known.has(key)) return false;
      this.#known.add(key);
      return true;
    });
    for (const { rule, group, action, line, column, message } of findingsOf(
      hits,
      input,
      this.#options,
    )) {
      if (action === 'allow') continue;
      const what = message.replace(/^The file/, file === null ? 'The message' : 'It');
      this.findings.push({ rule, group, file, line, column, commit, message: what });
    }
  }
}
