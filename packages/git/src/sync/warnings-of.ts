/** What to tell when the commit is there, and the index of git could not be told. */
export function warningsOf(isFresh: boolean): string[] {
  if (isFresh) return [];
  return [
    'The change is committed, but another git held its index, which still shows the files as they were before. The next change puts that right.',
  ];
}
