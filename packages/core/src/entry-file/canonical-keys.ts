const topKeys = ['name', 'description', 'type', 'metadata', 'modified'];
const nestedKeys = ['type', 'modified'];

/**
 * The keys of a header as a person reads them: one that has a meaning counts in capitals too
 * (`Name:`), unless it stands there in its own spelling as well.
 *
 * @param nested they stand in the `metadata:` block
 */
export function canonicalKeys(keys: readonly string[], nested: boolean): string[] {
  const meant = (nested ? nestedKeys : topKeys).filter((key) => !keys.includes(key));
  return keys.map((key) => (meant.includes(key.toLowerCase()) ? key.toLowerCase() : key));
}

/** True for a key that may be read as another one. */
export function isOddlyCased(key: string): boolean {
  const folded = key.toLowerCase();
  return folded !== key && topKeys.includes(folded);
}
