import { GitError } from './git-error.js';

/** What git's exit and its words (always English: the environment says so) mean. */
export function failureOf(command: string, exitCode: number, detail: string): GitError {
  const options = { exitCode, detail };
  if (/not a git repository/i.test(detail)) {
    return new GitError('no-repository', 'The directory is in no git repository.', options);
  }
  if (/dubious ownership|unsafe repository/i.test(detail)) {
    return new GitError('other-owner', 'The git repository belongs to another user.', options);
  }
  return new GitError(
    'failed',
    `git ${command} failed (exit code ${exitCode}): ${firstLine(detail)}`,
    options,
  );
}

/** The line that says what is wrong, without folders of the host. */
function firstLine(detail: string): string {
  const lines = detail.split('\n', 50).map((line) => line.trim());
  const line = lines.find((text) => /^(?:fatal|error):/.test(text)) ?? lines[0] ?? '';
  const text = line.replace(/^(?:fatal|error): /, '').replace(/(['" ]|^)\/[^'"]*/g, '$1…');
  return text === '' ? 'it gives no reason.' : text.slice(0, 300);
}
