import { join, resolve } from 'node:path';
import type { Surroundings } from './surroundings.js';

type Settings = Pick<
  Surroundings,
  'environment' | 'homeDirectory' | 'workingDirectory' | 'platform'
>;

/** Claude Code's own folder: settings, and one folder a project. */
export function claudeConfigDirectory(surroundings: Settings): string {
  const { environment, homeDirectory, workingDirectory } = surroundings;
  const moved = environment.CLAUDE_CONFIG_DIR;
  return moved ? resolve(workingDirectory, moved) : join(homeDirectory, '.claude');
}

/** Where Claude Code keeps which projects the user trusts. */
export function claudeStateFile(surroundings: Settings): string {
  return surroundings.environment.CLAUDE_CONFIG_DIR
    ? join(claudeConfigDirectory(surroundings), '.claude.json')
    : join(surroundings.homeDirectory, '.claude.json');
}

/** The settings an administrator sets for the machine. */
export function claudeManagedSettings({ platform }: Settings): string {
  if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\managed-settings.json';
  if (platform === 'darwin') {
    return '/Library/Application Support/ClaudeCode/managed-settings.json';
  }
  return '/etc/claude-code/managed-settings.json';
}
