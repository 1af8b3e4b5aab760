/** What a prompt shows of a memory. */
export interface ContextEntry {
  readonly path: string;
  readonly name: string;
  readonly type?: string | undefined;
  /** Shown in place of a body that is empty. */
  readonly description?: string | undefined;
  readonly body: string;
  /** ISO 8601. */
  readonly modified?: string | undefined;
}

/** An entry as read back from a prompt. */
export interface ReadContextEntry {
  readonly name: string;
  readonly type?: string;
  readonly body: string;
}
