/** Equal for a person: file systems and editors disagree about composed and decomposed letters. */
export function samePath(a: string, b: string): boolean {
  return a === b || a.normalize('NFC') === b.normalize('NFC');
}

/** Equal for two paths exactly when `samePath` holds for them. */
export function pathKey(path: string): string {
  return path.normalize('NFC');
}
