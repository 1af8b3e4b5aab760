/** The command line is not one that `mem` understands; nothing was done. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
