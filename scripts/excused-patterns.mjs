// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of programs
// Expressions that recheck finds slow, or that only the running program makes, with the reason why
// they do no harm: what they are run on is short, or is not written by others.
export const excused = [
  {
    file: 'packages/core/src/drift/path-reference.ts',
    pattern: '\\/+$',
    reason: 'run on texts of up to 300 characters',
  },
  {
    file: 'packages/core/src/drift/path-reference.ts',
    pattern: '^(?:@|[^/.][^/]*\\.[^/]*\\/)|\\.(?:js|ts|py|json|md)(?:\\/|$)',
    reason: 'run on texts of up to 300 characters',
  },
  {
    file: 'packages/core/src/index-file/own-line.ts',
    pattern: '<!--.*?-->',
    reason: 'run on texts of a bounded length (maxDecoration)',
  },
  {
    file: 'packages/core/src/index-file/sections.ts',
    pattern: '[([（【].*$',
    reason: 'run on titles cut to a bounded length (maxTitleLength)',
  },
  {
    file: 'packages/core/src/index-file/sections.ts',
    pattern: '^[^\\p{L}]+|[^\\p{L}\\p{M}]+$',
    reason: 'run on titles cut to a bounded length (maxTitleLength)',
  },
  {
    file: 'packages/core/src/index-file/sections.ts',
    pattern: '[\\s_-]+(?:memory|memories|notes|entries|files)$',
    reason: 'run on titles cut to a bounded length (maxTitleLength)',
  },
  {
    file: 'packages/core/src/recall/select-paths.ts',
    pattern: '[.\\s]+$',
    reason: 'run on texts of up to 200 characters',
  },
  {
    file: 'packages/git/src/git-version.ts',
    pattern: '(\\d+)\\.(\\d+)',
    reason: 'run on what git says of itself',
  },
  {
    file: 'packages/git/src/identity.ts',
    pattern: '^(.*) <(.*)> \\d+ [+-]\\d+$',
    reason: 'run on the identity that the user gave to git',
  },
  {
    file: 'packages/git/src/sync/remote.ts',
    pattern: '^(?:[^/:]*@)?([^/:]+):',
    reason: 'run on an address that the user gave to git',
  },
  {
    file: 'packages/core/src/guard/suspects.ts',
    pattern: "new RegExp(`(?=(${hints.map(escaped).join('|')}))`, 'gi')",
    reason: 'a choice of fixed texts, of which none is longer than 30 characters',
  },
  {
    file: 'packages/core/src/search/quick-look.ts',
    pattern: "new RegExp(`${termPattern(terms)}|\\\\\\\\`, 'i')",
    reason: 'a choice of words of the query, escaped, without repetition',
  },
  {
    file: 'packages/core/src/search/term-matcher.ts',
    pattern: "new RegExp(termPattern(terms), 'gi')",
    reason: 'a choice of words of the query, escaped, without repetition',
  },
];
