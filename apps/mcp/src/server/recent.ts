/** The same answer for so many milliseconds: for what is asked again and again, and costs a look. */
export function recent<Value>(
  milliseconds: number,
  look: () => Promise<Value>,
  now: () => number = Date.now,
): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  let until = 0;
  return () => {
    if (value === undefined || now() >= until) {
      value = look();
      until = now() + milliseconds;
    }
    return value;
  };
}
