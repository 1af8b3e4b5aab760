import type { TextRule } from '../hit.js';
import { rowsOf } from '../lines-of.js';

const common = { group: 'derivable', action: 'warn' } as const;

/** `ls -l`, `tree`, and their like: the disk says it better, and says it as it is now. */
export const directoryListing: TextRule = {
  ...common,
  id: 'directory-listing',
  title: 'a listing of files, which goes out of date and can be read from the disk',
  fix: 'Keep what the listing does not say: which place matters, and why.',
  find: (text) =>
    rowsOf(text, 3, (line) =>
      /^[ \t│|]*(?:[├└][─-]{1,4}|\|-- |`-- )|^\s{0,8}[dl-](?:[r-][w-][xsSt-]){3}[ .@+]/.test(
        line.slice(0, 200),
      ),
    ),
};

/** Signatures of functions and classes, as they stand in the code. */
export const codeSignatures: TextRule = {
  ...common,
  id: 'code-signatures',
  title: 'signatures of code, which change with it and can be read there',
  fix: 'Name the file or the symbol, and say what the code does not: why it is so.',
  find: (text) => rowsOf(text, 2, isSignature),
};

const signatures = [
  /^\s{0,16}(?:[-*] )?`?(?:export )?(?:default )?(?:async )?function\*? ?\w{1,80} ?\([^)]{0,300}\)/,
  /^\s{0,16}(?:[-*] )?`?(?:async )?def \w{1,80}\([^)]{0,300}\)/,
  /^\s{0,16}(?:[-*] )?`?(?:pub(?:\([a-z]{1,10}\))? )?(?:async )?(?:unsafe )?fn \w{1,80}[<(]/,
  /^\s{0,16}(?:[-*] )?`?func (?:\([^)]{1,80}\) )?\w{1,80}\(/,
  /^\s{0,16}(?:[-*] )?`?(?:public|private|protected|static|final|abstract|override) (?:[\w<>[\],]{1,60} ){1,4}\w{1,80}\([^)]{0,300}\)/,
  /^\s{0,16}(?:[-*] )?`?(?:export )?(?:abstract )?(?:class|interface|struct|trait|enum) [A-Z]\w{0,80}(?:[ <({:]|$)/,
];

function isSignature(line: string): boolean {
  const part = line.slice(0, 500);
  return signatures.some((signature) => signature.test(part));
}

/** A patch, or code of some length: the history of the code has both. */
export const fixCode: TextRule = {
  ...common,
  id: 'code-of-a-fix',
  title: 'the code of a change, which the history of the code has',
  fix: 'Keep the lesson: what was wrong, how one would notice, what to do next time.',
  *find(text) {
    const patch = /^(?:diff --git |@@ -\d{1,7}(?:,\d{1,7})? \+\d{1,7}|<{7} |\+\+\+ b\/)/m.exec(
      text,
    );
    if (patch) yield { start: patch.index, end: patch.index + patch[0].length };
    for (const block of longFences(text)) yield block;
  },
};

const longestCode = 15;

/** Fenced blocks of more lines than an example needs. */
function* longFences(text: string): Iterable<{ start: number; end: number }> {
  let open: { start: number; lines: number; mark: string } | undefined;
  for (const match of text.matchAll(/^.{0,200}/gm)) {
    const fence = /^ {0,8}(```+|~~~+)/.exec(match[0])?.[1];
    if (!open) {
      if (fence) open = { start: match.index, lines: 0, mark: fence };
    } else if (fence?.startsWith(open.mark)) {
      if (open.lines > longestCode) yield { start: open.start, end: match.index };
      open = undefined;
    } else open.lines++;
  }
}
