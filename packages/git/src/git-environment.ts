import type { Setting } from './safe-config.js';

/** Variables of git that say who, which user configuration and how to reach a server: kept. */
const kept = new Set([
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_COUNT',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_EXEC_PATH',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
]);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment for git: nothing in it points git at another repository or index (as inside a
 * hook), makes it ask somebody, open an editor or a pager, or print in another language.
 */
export function gitEnvironment(
  environment: Environment,
  options: { network: boolean; writes: boolean; settings: readonly Setting[] },
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && isHarmless(name)) result[name] = value;
  }
  return {
    ...result,
    ...quiet,
    ...(options.network ? {} : { GIT_ALLOW_PROTOCOL: 'none' }),
    ...(options.writes ? {} : { GIT_OPTIONAL_LOCKS: '0' }),
    ...settingsAfter(Number(result.GIT_CONFIG_COUNT ?? 0), options.settings),
  };
}

/** The settings as variables, after those of the user: a later one counts, whatever its name holds. */
function settingsAfter(count: number, settings: readonly Setting[]): Record<string, string> {
  const first = Number.isSafeInteger(count) && count > 0 ? count : 0;
  const result: Record<string, string> = { GIT_CONFIG_COUNT: String(first + settings.length) };
  settings.forEach(([name, value], index) => {
    result[`GIT_CONFIG_KEY_${first + index}`] = name;
    result[`GIT_CONFIG_VALUE_${first + index}`] = value;
  });
  return result;
}

const quiet = {
  LC_ALL: 'C',
  LANGUAGE: '',
  GIT_TERMINAL_PROMPT: '0',
  // Empty, not absent: that keeps git from looking for another program to ask with.
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  // A colon is what git takes for "no editor", without running anything.
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
  // A partial clone would fetch what is missing, by a command of the repository's configuration.
  GIT_NO_LAZY_FETCH: '1',
  // What is committed is what is there, not what somebody has put in its place.
  GIT_NO_REPLACE_OBJECTS: '1',
};

function isHarmless(name: string): boolean {
  const upper = name.toUpperCase();
  if (!upper.startsWith('GIT_')) return true;
  return kept.has(upper) || /^GIT_CONFIG_(?:KEY|VALUE)_\d+$/.test(upper);
}
