import { basename, dirname, relative, sep } from 'node:path';
import type { DirectoryChoice } from '@mem/fs-node/directory-rule';

/**
 * Which directory this is, in words that a person recognises and that tell a model nothing of the
 * machine: no path from the root, no name of a user.
 */
export function placeLabel(
  { source, projectRoot, workspace }: DirectoryChoice,
  directory: string,
): string {
  const project = projectRoot ?? workspace;
  if (source === 'claude-code' && project !== undefined) {
    return `Claude Code’s memory of ${basename(project)}`;
  }
  const inside = workspace === undefined ? undefined : relative(workspace, directory);
  if (workspace !== undefined && inside && !inside.startsWith('..')) {
    return [basename(workspace), ...inside.split(sep)].join('/');
  }
  return [basename(dirname(directory)), basename(directory)].filter(Boolean).join('/');
}
