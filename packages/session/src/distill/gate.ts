const hourMs = 60 * 60 * 1000;
const minuteMs = 60 * 1000;

export interface GateOptions {
  /** So many hours must have gone by since the last run; 24 when omitted. */
  readonly minHours?: number | undefined;
  /** And so many conversations been held; 5 when omitted. */
  readonly minConversations?: number | undefined;
  /** Conversations are counted at most this often, in minutes; 10 when omitted. */
  readonly scanMinutes?: number | undefined;
}

export interface GateFacts extends GateOptions {
  readonly now: Date;
  /** Milliseconds since 1970; undefined when there was none. */
  readonly lastRun: number | undefined;
  /** When conversations were last counted, in milliseconds since 1970. */
  readonly lastScan?: number | undefined;
  /** Conversations since then; undefined where they cannot be counted, and time alone decides. */
  countConversations(since: Date): Promise<number | undefined>;
}

export type Gate =
  | { readonly isOpen: true; readonly scanned: boolean }
  | { readonly isOpen: false; readonly scanned: boolean; readonly why: string };

/**
 * Whether it is time for a run: enough hours, then enough conversations since the last one. The
 * cheap question comes first, and the dear one is asked only now and then.
 */
export async function checkGate(facts: GateFacts): Promise<Gate> {
  const { minHours = 24, minConversations = 5, scanMinutes = 10 } = facts;
  const now = facts.now.getTime();
  const { lastRun, lastScan } = facts;
  if (lastRun !== undefined && now - lastRun < minHours * hourMs) {
    return closed(false, `${sinceText(now - lastRun)}; there is one in ${minHours} hours`);
  }
  if (lastScan !== undefined && lastScan <= now && now - lastScan < scanMinutes * minuteMs) {
    const ago = amount(Math.floor((now - lastScan) / minuteMs), 'minute');
    return closed(
      false,
      `conversations were counted ${ago} ago; that is done every ${scanMinutes} minutes`,
    );
  }
  const count = await facts.countConversations(new Date(lastRun ?? 0));
  if (count === undefined) return { isOpen: true, scanned: false };
  if (count >= minConversations) return { isOpen: true, scanned: true };
  return closed(
    true,
    `${amount(count, 'conversation')} since the last run, of ${minConversations}`,
  );
}

function closed(scanned: boolean, why: string): Gate {
  return { isOpen: false, scanned, why: `It is not time yet: ${why}.` };
}

function sinceText(milliseconds: number): string {
  // Times of files are finer than those of programs, and clocks of two machines seldom agree.
  if (milliseconds < -minuteMs) return 'the last run is dated in the future';
  const hours = Math.max(0, Math.floor(milliseconds / hourMs));
  return `the last run was ${hours === 0 ? 'less than an hour' : amount(hours, 'hour')} ago`;
}

function amount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
