/** How long the end waits for what is under way, in milliseconds. */
export const patience = 2_000;

/** Resolves when the signal says stop. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
