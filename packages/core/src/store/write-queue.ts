/**
 * Runs the writes of one store one after the other: calls that an application does not await
 * would otherwise meet at the index and repeat their work.
 */
export function createWriteQueue(): <T>(write: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (write) => {
    const result = last.then(write, write);
    last = result.catch(() => undefined);
    return result;
  };
}
