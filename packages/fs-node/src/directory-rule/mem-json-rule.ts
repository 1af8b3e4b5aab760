import { dirname, resolve } from 'node:path';
import { findMemJson, memJsonName } from './find-mem-json.js';
import { findGitRoots } from './git-root.js';
import { isInside } from './inside.js';
import type { Rule, RuleAnswer } from './rule.js';

/** The nearest `.mem.json` upwards decides, and with it whoever wrote it: hence the limits. */
export const memJsonRule: Rule = {
  source: 'mem-json',
  apply: ({ workingDirectory }) => {
    const found = findMemJson(workingDirectory);
    if (found === undefined) {
      return { kind: 'passed', explanation: `No ${memJsonName} here or above.` };
    }
    const { path, file } = found;
    if (file.kind === 'object') return answerOf(path, file.value);
    return refused(`${path} ${file.fault}. Mend it, or name the directory with --dir.`);
  },
};

/**
 * A memory directory is read into prompts and written to: a `.mem.json` that came with a
 * repository must not reach beyond that repository.
 */
function answerOf(path: string, settings: Readonly<Record<string, unknown>>): RuleAnswer {
  const { directory: value } = settings;
  if (value === undefined) return { kind: 'passed', explanation: `${path} names no directory.` };
  if (typeof value !== 'string' || value === '' || value.includes('\0')) {
    return refused(`"directory" in ${path} must be a path. Mend it, or use --dir.`);
  }
  const folder = dirname(path);
  const root = findGitRoots(folder)?.worktree ?? folder;
  const directory = resolve(folder, value);
  if (!isInside(root, directory)) {
    return refused(
      `${path} names ${directory}, which is outside ${root}. A ${memJsonName} may only name a directory inside its own project; use --dir or MEM_DIR for that one.`,
    );
  }
  const explanation = `${path} names ${directory}.`;
  return { kind: 'chosen', directory, workspace: root, explanation };
}

function refused(explanation: string): RuleAnswer {
  return { kind: 'refused', explanation };
}
