/** Shorter texts are read again as fast as they are compared. In UTF-16 units. */
const longText = 10_000;

export interface Remembering<Answer> {
  (text: string): Answer;
  /** For who knows the answer about a text already, and that it will be asked. */
  remember(text: string, answer: Answer): void;
}

/**
 * The same function, which knows its last answer about a long text: one change asks several things
 * of one index. What it answers must not be changed. Nothing is kept from the garbage collector.
 */
export function rememberLast<Answer>(answerTo: (text: string) => Answer): Remembering<Answer> {
  let last: WeakRef<{ readonly text: string; readonly answer: Answer }> | undefined;
  const remember = (text: string, answer: Answer) => {
    if (text.length >= longText) last = new WeakRef({ text, answer });
  };
  const ask = (text: string) => {
    const known = last?.deref();
    if (known?.text === text) return known.answer;
    const answer = answerTo(text);
    remember(text, answer);
    return answer;
  };
  return Object.assign(ask, { remember });
}
