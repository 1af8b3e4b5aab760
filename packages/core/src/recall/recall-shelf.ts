import { cutBody } from './cut-body.js';
import { maxSessionBytes, type RecallSession } from './recall-session.js';
import type { RecallHeader, RecallSource } from './recall-source.js';

/** An entry that will be shown. */
export interface Taken {
  readonly header: RecallHeader;
  /** As stored. */
  readonly whole: string;
  readonly body: string;
  readonly truncated: boolean;
  readonly linkedFrom?: string;
}

/** Takes bodies as long as there is room. */
export class RecallShelf {
  readonly taken: Taken[] = [];
  readonly omitted: string[] = [];
  full = false;
  readonly #source: RecallSource;
  readonly #session: RecallSession;
  readonly #headers: ReadonlyMap<string, RecallHeader>;

  constructor(
    source: RecallSource,
    session: RecallSession,
    headers: ReadonlyMap<string, RecallHeader>,
  ) {
    this.#source = source;
    this.#session = session;
    this.#headers = headers;
  }

  header(path: string): RecallHeader | undefined {
    return this.#headers.get(path);
  }

  /** Loads the entry unless it is gone, or `limit` have been taken, or it was shown. */
  async take(path: string, limit: number, linkedFrom?: string): Promise<void> {
    const header = this.#headers.get(path);
    if (!header || this.#session.shown.has(path)) return;
    if (this.taken.length >= limit) {
      this.omitted.push(path);
      return;
    }
    const whole = await this.#source.body(path);
    if (whole === undefined) return;
    const { bytes, ...cut } = cutBody(whole);
    if (this.#session.bytes + bytes > maxSessionBytes) {
      this.full = true;
      this.omitted.push(path);
      return;
    }
    this.#session.bytes += bytes;
    this.#session.shown.add(path);
    this.taken.push({ header, whole, ...cut, ...(linkedFrom === undefined ? {} : { linkedFrom }) });
  }
}
