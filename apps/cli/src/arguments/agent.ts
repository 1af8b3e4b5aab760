type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables by which a program says that an agent runs the commands, and not a person: our own for
 * any harness, then those that harnesses set by themselves.
 */
const marks = [
  'MEM_AGENT',
  'AI_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'OPENCODE',
  'CLINE_ACTIVE',
  'AUGMENT_AGENT',
  'GOOSE_TERMINAL',
  'AMP_CURRENT_THREAD_ID',
] as const;

/** The variable that says so; undefined where none does. */
export function agentMark(environment: Environment): string | undefined {
  return marks.find((name) => {
    const value = environment[name];
    return value !== undefined && value !== '' && value !== '0' && value !== 'false';
  });
}
