/** Shorter texts are read again as fast as they are compared. */
const longText = 10_000;

/**
 * The same function, which knows its last answer about a long text: one change asks several things
 * of one index. What it answers must not be changed. Nothing is kept from the garbage collector.
 */
export function rememberLast<Answer>(answerTo: (text: string) => Answer): (text: string) => Answer {
  let last: WeakRef<{ readonly text: string; readonly answer: Answer }> | undefined;
  return (text) => {
    if (text.length < longText) return answerTo(text);
    const known = last?.deref();
    if (known?.text === text) return known.answer;
    const answer = answerTo(text);
    last = new WeakRef({ text, answer });
    return answer;
  };
}
