import { dirname, isAbsolute, join, resolve } from 'node:path';
import { claudeConfigDirectory, claudeManagedSettings, claudeStateFile } from './claude-config.js';
import { findGitRoots } from './git-root.js';
import { isInside } from './inside.js';
import { readJsonObject } from './read-json.js';
import type { Rule, RuleAnswer } from './rule.js';
import type { Surroundings } from './surroundings.js';

const key = 'autoMemoryDirectory';

interface SettingsFile {
  readonly path: string;
  /** The project that the file came with; none for the user's and the machine's own. */
  readonly project?: string;
}

/**
 * `autoMemoryDirectory` of Claude Code's settings, in its order: the machine's, the project's
 * local ones, the project's shared ones, the user's. Like there, the value is absolute or begins
 * with `~/`, anything else is passed over.
 */
export const claudeSettingRule: Rule = {
  source: 'claude-setting',
  apply: (surroundings) => {
    const ignored: string[] = [];
    for (const file of settingsFiles(surroundings)) {
      const read = readJsonObject(file.path);
      if (read.kind === 'faulty') ignored.push(`${file.path} ${read.fault}, so it is not used.`);
      if (read.kind !== 'object' || read.value[key] === undefined) continue;
      const directory = expand(read.value[key], surroundings.homeDirectory);
      if (directory) return judge(directory, file, surroundings);
      ignored.push(
        `${key} in ${file.path} is neither absolute nor begins with "~/", so it is not used.`,
      );
    }
    const none = `No ${key} in Claude Code’s settings.`;
    return { kind: 'passed', explanation: ignored.length > 0 ? ignored.join(' ') : none };
  },
};

function settingsFiles(surroundings: Surroundings): SettingsFile[] {
  const user = join(claudeConfigDirectory(surroundings), 'settings.json');
  const project = projectFolders(surroundings.workingDirectory)
    .flatMap((folder) => [
      { path: join(folder, '.claude', 'settings.local.json'), project: folder },
      { path: join(folder, '.claude', 'settings.json'), project: folder },
    ])
    .filter(({ path }) => path !== user);
  return [{ path: claudeManagedSettings(surroundings) }, ...project, { path: user }];
}

/** From the working directory up to the top of its checkout; outside git only the former. */
function projectFolders(workingDirectory: string): string[] {
  const top = findGitRoots(workingDirectory)?.worktree ?? workingDirectory;
  const folders = [workingDirectory];
  for (let folder = workingDirectory; folder !== top; ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

function expand(value: unknown, homeDirectory: string): string | undefined {
  if (typeof value !== 'string' || value.includes('\0')) return undefined;
  if (value.startsWith('~/')) return join(homeDirectory, value.slice(2));
  return isAbsolute(value) ? resolve(value) : undefined;
}

/**
 * Claude Code follows a project's setting only once the user has trusted the project: a cloned
 * repository could otherwise send memories anywhere. Inside the project it can do no such harm.
 */
function judge(directory: string, file: SettingsFile, surroundings: Surroundings): RuleAnswer {
  const explanation = `${key} in ${file.path} names ${directory}.`;
  if (file.project === undefined) return { kind: 'chosen', directory, explanation };
  const top = findGitRoots(file.project)?.worktree ?? file.project;
  if (isInside(top, directory)) return { kind: 'chosen', directory, workspace: top, explanation };
  if (isTrusted(file.project, claudeStateFile(surroundings))) {
    const trusted = `${explanation} Claude Code trusts it.`;
    return { kind: 'chosen', directory, workspace: top, explanation: trusted };
  }
  return {
    kind: 'refused',
    explanation: `${explanation} That is outside the project, which Claude Code has not been told to trust. Trust it there, or name the directory with --dir or MEM_DIR.`,
  };
}

function isTrusted(project: string, stateFile: string): boolean {
  const state = readJsonObject(stateFile);
  const projects = state.kind === 'object' ? state.value.projects : undefined;
  if (!isRecord(projects)) return false;
  for (let folder = project; ; folder = dirname(folder)) {
    const entry = Object.hasOwn(projects, folder) ? projects[folder] : undefined;
    if (isRecord(entry) && entry.hasTrustDialogAccepted === true) return true;
    if (dirname(folder) === folder) return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
