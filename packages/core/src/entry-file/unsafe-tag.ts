// A tag that asks a YAML reader to build an object of some programming language, where a value
// begins. Such words in the middle of a sentence are text.
const languages = '(?:js|javascript|python|ruby|perl|php|java|go|net)';
const unsafeTag = new RegExp(
  `^[ \\t]*(?:-[ \\t]+)*(?:[^\\s:#'"]{1,64}:[ \\t]+)?(?:&\\S+[ \\t]+)?!(?:!|<tag:yaml\\.org,2002:)?${languages}[/:]\\S`,
);

/** The line (counted from 0) of the first value that names a type of a programming language. */
export function findUnsafeTag(header: string): number | undefined {
  if (!header.includes('!')) return undefined;
  const line = header.split('\n').findIndex((text) => unsafeTag.test(text));
  return line < 0 ? undefined : line;
}
