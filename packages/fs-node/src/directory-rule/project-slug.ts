/** Longer names are cut by Claude Code, with a suffix of its own that cannot be known here. */
export const longestSlug = 200;

/**
 * The folder name that Claude Code gives a project: each UTF-16 unit outside A-Z, a-z and 0-9
 * becomes `-`. Different projects can get one name: `/a b` and `/a-b`, any two Chinese names of
 * one length.
 */
export function projectSlug(root: string): string {
  return root.normalize('NFC').replace(/[^A-Za-z0-9]/g, '-');
}

/** True when both would live in one folder of Claude Code's. */
export function sharesSlug(a: string, b: string): boolean {
  return projectSlug(a).slice(0, longestSlug) === projectSlug(b).slice(0, longestSlug);
}
