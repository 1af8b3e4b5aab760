import type { RecallHeader } from './recall-source.js';

/**
 * True for reference notes about a tool that is in use: the model has its documentation at hand.
 * Warnings and known issues about it are no noise.
 */
export function isToolNoise(header: RecallHeader, tools: readonly string[]): boolean {
  if (header.type?.toLowerCase() !== 'reference' || tools.length === 0) return false;
  const { name, description = '' } = header;
  if (warning.test(`${name} ${description}`.replaceAll('_', ' '))) return false;
  return tools.flatMap(namesOf).some((tool) => isAbout(name, description, tool));
}

const warning =
  /\b(?:warn\w*|caution|careful|caveats?|gotchas?|pitfalls?|traps?|issues?|bugs?|broken|breaks?|fail\w*|crash\w*|hangs?|wrong|workarounds?|avoid|never|don'?t|do not|must not|deprecated|limit\w*|danger\w*|beware|unsafe|slow|quirks?|problems?|errors?|achtung|warnung|vorsicht|fehler)\b|注意|警告|问题|問題|陷阱|坑|バグ|不具合|주의|경고|버그/i;

/** A tool of a server, `mcp__github__create_issue`, is also what the server is called. */
function namesOf(tool: string): string[] {
  const parts = tool.split('__').filter(Boolean);
  return parts[0] === 'mcp' ? [tool, ...parts.slice(1)] : [tool];
}

/** In the name in any case; in the description as written, since tools are called Read and Edit. */
function isAbout(name: string, description: string, tool: string): boolean {
  const wanted = wordsOf(tool.toLowerCase());
  return (
    wanted !== ' ' &&
    (wordsOf(name.toLowerCase()).includes(wanted) || wordsOf(description).includes(wordsOf(tool)))
  );
}

/** With exactly one blank before, between and after words. */
function wordsOf(text: string): string {
  return ` ${text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `.replace(/^ {2}$/, ' ');
}
