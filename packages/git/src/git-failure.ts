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
  if (lostObject.test(detail)) {
    return new GitError(
      'failed',
      `The history is damaged: git ${command} says “${firstLine(detail)}”. ${damagedRemedy}`,
      options,
    );
  }
  return new GitError(
    'failed',
    `git ${command} failed (exit code ${exitCode}): ${firstLine(detail)}`,
    options,
  );
}

/** What git says of objects that it has lost or cannot read. */
const lostObject =
  /unable to read tree|not a tree object|could not read [0-9a-f]{40}|bad (?:tree )?object|[0-9a-f]{2}\/[0-9a-f]{38,62} is empty|(?:loose|packed) object [0-9a-f]{40,64} \(stored in|unable to unpack [0-9a-f]{40}|object corrupt or missing|missing (?:blob|tree|object)/i;

/** The end of a line about a history that cannot be read. */
export const damagedRemedy =
  'The memories themselves are files and still there. Bring the folder of git back from a backup, or from where it is synchronised with.';

/** The line that says what is wrong, without folders of the host. */
function firstLine(detail: string): string {
  const lines = detail.split('\n', 50).map((line) => line.trim());
  const line = lines.find((text) => /^(?:fatal|error):/.test(text)) ?? lines[0] ?? '';
  const text = line.replace(/^(?:fatal|error): /, '').replace(/(['" ]|^)\/[^'"]*/g, '$1…');
  return text === '' ? 'it gives no reason.' : text.slice(0, 300);
}
