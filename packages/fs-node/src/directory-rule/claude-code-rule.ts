import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { claudeConfigDirectory } from './claude-config.js';
import { findGitRoots } from './git-root.js';
import { findOtherOwner } from './project-owner.js';
import { longestSlug, projectSlug } from './project-slug.js';
import type { Rule, RuleAnswer } from './rule.js';
import type { Surroundings } from './surroundings.js';

type Chosen = Extract<RuleAnswer, { kind: 'chosen' }>;
type Refused = Extract<RuleAnswer, { kind: 'refused' }>;

/** Claude Code's own place for this project's memory; the last rule, it always decides. */
export const claudeCodeRule: Rule = {
  source: 'claude-code',
  apply: (surroundings) => {
    const answer = locateClaudeMemory(surroundings);
    if (answer.kind !== 'chosen' || answer.projectRoot === undefined) return answer;
    const { directory, projectRoot: root } = answer;
    const other = findOtherOwner({ directory, root, surroundings });
    return other ? { kind: 'refused', explanation: other } : answer;
  },
};

/** The place by its name alone, whoever else may have the same name. */
export function locateClaudeMemory(surroundings: Surroundings): Chosen | Refused {
  const projects = join(claudeConfigDirectory(surroundings), 'projects');
  const { CLAUDE_CODE_PROJECT_DIR_NAME: given, CLAUDE_CONFIG_DIR } = surroundings.environment;
  if (given && CLAUDE_CONFIG_DIR) return fromGivenName(projects, given);
  const { root, found } = projectOf(surroundings.workingDirectory);
  const folder = projectFolder(projects, root);
  if (typeof folder !== 'string') return folder;
  const directory = join(folder, 'memory');
  return {
    kind: 'chosen',
    directory,
    projectRoot: root,
    explanation: `${found} Claude Code keeps its memory in ${directory}.`,
  };
}

function fromGivenName(projects: string, name: string): Chosen | Refused {
  if (!/^[A-Za-z0-9_.-]{1,255}$/.test(name) || /^\.+$/.test(name)) {
    return {
      kind: 'refused',
      explanation: `CLAUDE_CODE_PROJECT_DIR_NAME is ${JSON.stringify(name)}, which is no folder name. Mend it, or use --dir.`,
    };
  }
  const directory = join(projects, name, 'memory');
  const explanation = `CLAUDE_CODE_PROJECT_DIR_NAME gives ${directory}.`;
  return { kind: 'chosen', directory, explanation };
}

function projectOf(workingDirectory: string): { root: string; found: string } {
  const git = findGitRoots(workingDirectory);
  if (!git) {
    const found = `The project is ${workingDirectory}, the working directory (no git repository).`;
    return { root: workingDirectory, found };
  }
  const what = git.main === git.worktree ? 'git repository' : 'main checkout of this worktree';
  return { root: git.main, found: `The project is ${git.main}, the ${what}.` };
}

function projectFolder(projects: string, root: string): string | Refused {
  const slug = projectSlug(root);
  if (slug.length <= longestSlug) return join(projects, slug);
  const prefix = slug.slice(0, longestSlug);
  const folders = namesIn(projects).filter((name) => name.startsWith(prefix));
  if (folders.length === 1) return join(projects, folders[0]!);
  const why = folders.length === 0 ? 'no folder there begins so yet' : 'several folders begin so';
  return {
    kind: 'refused',
    explanation: `The path of ${root} is too long for one folder name below ${projects}, and ${why}. Name the memory directory with --dir or MEM_DIR.`,
  };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}
