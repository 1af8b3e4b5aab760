/** A package script that a memory says one can run. */
export interface ScriptReference {
  readonly text: string;
  readonly script: string;
  /** The form can only mean a script; the short one may also name a program or a built-in command. */
  readonly certain: boolean;
}

/** Every `npm run x`, `pnpm x`, `yarn x`, `bun run x` of a command line, or of prose. */
export function readScriptReferences(text: string, place: 'code' | 'plain'): ScriptReference[] {
  const words = text.split(/\s+/).filter(Boolean);
  const references: ScriptReference[] = [];
  for (let at = 0; at < words.length; at++) {
    const manager = words[at]!;
    if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager)) continue;
    const reference = readScript(manager, words.slice(at + 1, at + 8), place);
    if (reference) references.push(reference);
  }
  return references;
}

function readScript(
  manager: string,
  words: readonly string[],
  place: 'code' | 'plain',
): ScriptReference | undefined {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at]!;
    if (/^(?:--filter|-F|-C|--dir|--prefix|--cwd|-w|--workspace|workspace)$/.test(word)) at++;
    else if (!word.startsWith('-')) break;
  }
  const explicit = /^(?:run|run-script)$/.test(words[at] ?? '');
  if (explicit) at++;
  while (explicit && words[at]?.startsWith('-')) at++;
  const script = (words[at] ?? '').replace(/(?<![.,;:)!?"'`])[.,;:)!?"'`]+$/, '');
  if (!/^[A-Za-z0-9@][\w:./@-]{0,100}$/.test(script)) return undefined;
  const short = !explicit;
  if (short && isBuiltIn(manager, script)) return undefined;
  if (short && place === 'plain' && !/^(?:test|start)$/.test(script)) return undefined;
  const certain = explicit || manager === 'npm' || isUsualScript(script);
  return { text: [manager, ...words.slice(0, at), script].join(' '), script, certain };
}

function isUsualScript(script: string): boolean {
  return /^(?:build|test|lint|dev|start|format|typecheck|check|serve|preview|release|e2e|docs|storybook)$|:/.test(
    script,
  );
}

/** npm runs no script but these without `run`; the others run what is no command of their own. */
function isBuiltIn(manager: string, word: string): boolean {
  if (manager === 'npm') return !/^(?:test|start|stop|restart)$/.test(word);
  return (
    (manager === 'bun' && word === 'test') ||
    /^(?:add|install|i|ci|remove|rm|uninstall|update|up|upgrade|exec|dlx|create|init|link|unlink|publish|pack|audit|why|list|ls|outdated|config|set|store|patch|import|prune|rebuild|env|root|bin|licenses|info|view|login|logout|version|cache|global|workspaces?|x|pm|fetch|deploy|setup|server|dedupe|approve-builds|changeset)$/.test(
      word,
    )
  );
}
