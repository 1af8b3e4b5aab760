/** The program was started in a way that it does not understand. */
export class UsageError extends Error {}
