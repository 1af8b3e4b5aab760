import { type GuardFinding, type GuardOptions, redactSecrets } from '@mem/core';
import { findHits, findingsOf, type Hit } from '@mem/core/internal';

/** A finding of `mem scan`; it never holds the value. */
export interface ScanFinding extends Pick<GuardFinding, 'rule' | 'group' | 'line' | 'column'> {
  /**
   * Inside the memory directory, with the rule in the place of a secret; null for the message of a
   * commit.
   */
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

interface Place {
  readonly file: string | null;
  readonly commit: string | null;
  /** The subject of the sentence that tells. */
  readonly subject: string;
}

/**
 * Looks at texts, and the names of their files and folders, one after the other. The same value in
 * the same file is told once of all versions of a history: where it came in.
 */
export class Scan {
  readonly findings: ScanFinding[] = [];
  readonly #options: GuardOptions;
  readonly #now: Date;
  /** Values stay in here and are never shown. */
  readonly #known = new Set<string>();
  /** Paths of files and folders whose own name was looked at. */
  readonly #named = new Set<string>();

  constructor(options: GuardOptions, now: Date) {
    this.#options = options;
    this.#now = now;
  }

  look({ file, commit, text }: Scanned): void {
    if (file !== null) this.lookAtName(file, commit);
    this.#lookAt(text, { file, commit, subject: file === null ? 'The message' : 'It' });
  }

  /** For what cannot be read, too. */
  lookAtName(path: string, commit: string | null): void {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const file = path.slice(0, end);
      if (this.#named.has(file)) return;
      this.#named.add(file);
      const name = file.slice(file.lastIndexOf('/') + 1);
      this.#lookAt(name, { file, commit, subject: 'Its name' });
    }
  }

  #lookAt(text: string, { file, commit, subject }: Place): void {
    const input = { file: text };
    const all = findHits(input, this.#options, this.#now);
    const hits = all.filter((hit) => commit === null || this.#isNew(hit, file));
    const told = firstOfEach(findingsOf(hits, input, this.#options));
    for (const { rule, group, line, column, message } of told) {
      const what = message.replace(/^The file/, subject);
      this.findings.push({ rule, group, file: shown(file), line, column, commit, message: what });
    }
  }

  #isNew({ rule, text }: Hit, file: string | null): boolean {
    const key = JSON.stringify([rule.id, file, text]);
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }
}

function shown(file: string | null): string | null {
  return file === null ? null : redactSecrets(file);
}

/** A file that is no text holds thousands of signs that nobody sees: they are told as one. */
function firstOfEach(findings: readonly GuardFinding[]): GuardFinding[] {
  const counts = new Map<string, number>();
  const kept = findings.filter(({ action, group, rule }) => {
    if (action === 'allow' || group !== 'hidden-characters') return action !== 'allow';
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    return counts.get(rule) === 1;
  });
  return kept.map((finding) => {
    const count = counts.get(finding.rule) ?? 1;
    return count === 1
      ? finding
      : { ...finding, message: `${finding.message} It does so ${count} times.` };
  });
}
