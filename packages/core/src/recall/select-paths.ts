import { findEntry } from '../find-entry.js';
import { selectByWords } from './lexical-selector.js';
import type { RecallHeader, RecallSelector, RecallSource } from './recall-source.js';

export interface Selection {
  /** Paths of the manifest, best first, each once. */
  readonly paths: readonly string[];
  readonly selector: 'lexical' | 'given';
  /** What went wrong, a sentence each. */
  readonly notes: readonly string[];
}

export interface SelectOptions {
  readonly selector: RecallSelector | undefined;
  /** In milliseconds, for the selector and the words together. */
  readonly timeLimit: number;
  readonly signal: AbortSignal | undefined;
}

/** Asks the selector; when it fails, is late or answers nonsense, words decide. Never throws. */
export async function selectPaths(
  query: string,
  manifest: readonly RecallHeader[],
  source: Pick<RecallSource, 'rank'>,
  options: SelectOptions,
): Promise<Selection> {
  const notes: string[] = [];
  if (options.selector) {
    const answer = await ask(options.selector, query, manifest, options);
    if (typeof answer !== 'string') {
      if (answer.strange > 0) notes.push(strangeNote(answer.strange));
      return { paths: answer.paths, selector: 'given', notes };
    }
    notes.push(`${answer} Words were compared instead.`);
  }
  const { timeLimit, signal } = options;
  const share = options.selector ? timeLimit * (1 - selectorShare) : timeLimit;
  const lexical = await withinTime(() => selectByWords(query, manifest, source), share, signal);
  if (typeof lexical === 'string') notes.push(`The search by words ${lexical}.`);
  return { paths: typeof lexical === 'string' ? [] : lexical.value, selector: 'lexical', notes };
}

/** Of the time limit; the rest is for the words, if it comes to that. */
const selectorShare = 0.8;

function strangeNote(strange: number): string {
  return strange === 1
    ? 'The selector named 1 memory that does not exist.'
    : `The selector named ${strange} memories that do not exist.`;
}

/** What the selector chose; a sentence about why there is nothing. */
async function ask(
  selector: RecallSelector,
  query: string,
  manifest: readonly RecallHeader[],
  { timeLimit, signal }: SelectOptions,
): Promise<Answer | string> {
  const answer = await withinTime(
    (stop) => selector(query, manifest, stop),
    timeLimit * selectorShare,
    signal,
  );
  return typeof answer === 'string'
    ? `The selector ${answer}.`
    : readAnswer(answer.value, manifest);
}

/** The value, or what became of it instead, as in `failed: why`. */
async function withinTime<T>(
  run: (signal: AbortSignal) => Promise<T> | T,
  timeLimit: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly value: T } | string> {
  const controller = new AbortController();
  let timer: unknown;
  let stop: (() => void) | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`took longer than ${Math.round(timeLimit)} ms`), timeLimit);
    stop = () => resolve('was stopped');
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
  // An own promise, so that a selector that throws at once is like one that fails later.
  const answer = (async () => ({ value: await run(controller.signal) }))().catch(
    (error: unknown) => `failed: ${messageOf(error)}`,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    if (stop) signal?.removeEventListener('abort', stop);
    controller.abort();
  }
}

/** One short line of the error. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (
    text
      .split('\n', 1)[0]!
      .slice(0, 200)
      .replace(/[.\s]+$/, '') || 'without a message'
  );
}

interface Answer {
  readonly paths: string[];
  /** How many of its names no memory has. */
  readonly strange: number;
}

/** The paths that the answer names; a sentence when it is no answer at all. */
function readAnswer(value: unknown, manifest: readonly RecallHeader[]): Answer | string {
  if (!Array.isArray(value)) return 'The selector did not answer with a list.';
  const paths = new Set<string>();
  let strange = 0;
  for (const item of value.slice(0, 100)) {
    const path = typeof item === 'string' ? pathOf(item, manifest) : undefined;
    if (path === undefined) strange++;
    else paths.add(path);
  }
  if (strange > 0 && paths.size === 0) return 'The selector named only memories that do not exist.';
  return { paths: [...paths], strange };
}

/** A model may spell a name a little differently; it counts when one memory only can be meant. */
function pathOf(name: string, manifest: readonly RecallHeader[]): string | undefined {
  const found = findEntry(name, manifest);
  if (found.kind === 'found') return found.path;
  return found.kind === 'near' && found.paths.length === 1 ? found.paths[0] : undefined;
}
