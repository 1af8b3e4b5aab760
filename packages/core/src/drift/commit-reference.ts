export interface CommitReference {
  readonly text: string;
  /** The words around it say that it is a commit. */
  readonly certain: boolean;
}

/** Hashes of git in a whole text, code spans included. */
export function readCommitReferences(text: string): CommitReference[] {
  const references: CommitReference[] = [];
  for (const match of text.matchAll(/(?<![\w#/.=:-])[0-9a-f]{7,40}(?![\w/.=-]\w|\w)/g)) {
    const hash = match[0];
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const named = commitWords.test(before);
    const mixed = /\d/.test(hash) && /[a-f]/.test(hash);
    // A number or a word of these letters alone is a hash only where it is called one.
    if (mixed || (named && (/[a-f]/.test(hash) || /\b(?:commit|sha|revert)/i.test(before))))
      references.push({ text: hash, certain: named });
  }
  return references;
}

const commitWords =
  /(?:\b(?:commits?|commited|committed|reverts?|reverted|sha|hash|cherry-pick(?:ed)?|merged?|merge|rev|revision|fix(?:ed)? in|since|introduced (?:in|by)|landed (?:in|as)|git (?:show|revert|checkout|diff|log))\b|提交|コミット|커밋)[\s:`(*~"'第在是は]{0,6}$/i;
