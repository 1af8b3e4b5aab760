import * as z from 'zod';
import { UnusableCase } from './load-case.js';

/** The values an operation may give, with `…Parts` already joined. */
const callArguments = z.strictObject({
  name: z.string().optional(),
  file: z.string().optional(),
  newName: z.string().optional(),
  description: z.string().optional(),
  type: z.string().optional(),
  body: z.string().optional(),
  query: z.string().optional(),
  maxChars: z.number().optional(),
  limit: z.number().optional(),
});
export type CallArguments = z.infer<typeof callArguments>;

/** @throws UnusableCase for a value that no command takes. */
export function readCallArguments(args: Record<string, unknown>): CallArguments {
  const parsed = callArguments.safeParse(joinParts(args));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => issue.message).join('; ');
  throw new UnusableCase(`cannot call with ${JSON.stringify(args)}: ${faults}`);
}

/** Values that a scanner would take for a real secret come in pieces. */
function joinParts(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) =>
      key.endsWith('Parts') && Array.isArray(value)
        ? [key.slice(0, -'Parts'.length), value.join('')]
        : [key, value],
    ),
  );
}

/** The entry an operation is about, as the caller names it. */
export function targetOf({ name, file }: CallArguments): string {
  const target = name ?? file;
  if (target === undefined) throw new UnusableCase('an operation names no memory');
  return target;
}
