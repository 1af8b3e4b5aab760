const plainBytes = '-text -filter -ident -working-tree-encoding';

/**
 * The line of `info/attributes` that keeps git from changing memory files on their way to the disk.
 *
 * @param prefix where the memory directory is in the working tree: empty, or a path with a slash last
 */
export function attributesLine(prefix: string): string {
  return `${pattern(prefix)} ${plainBytes}`;
}

function pattern(prefix: string): string {
  const folder = prefix.replace(/[\\*?[\]!#]/g, '\\$&');
  const text = prefix === '' ? '*.md' : `/${folder}**/*.md`;
  return /[\s"\\\p{Cc}]/u.test(text) ? JSON.stringify(text) : text;
}
