import * as z from 'zod';
import type { Answer } from './mem.js';

/** The parts of the program's JSON that are judged. Other keys are free. */

const problem = z.looseObject({
  kind: z.string(),
  path: z.string(),
  field: z.string().optional(),
  line: z.number().optional(),
  message: z.string().optional(),
});
export type ReportedProblem = z.infer<typeof problem>;

const summary = z.looseObject({
  path: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  type: z.string().nullish(),
});
export type ListedEntry = z.infer<typeof summary>;

const entry = summary.extend({
  body: z.string(),
  metadata: z.record(z.string(), z.unknown()).default({}),
  links: z.array(z.looseObject({ target: z.string(), path: z.string().nullable() })).default([]),
});
export type ShownEntry = z.infer<typeof entry>;

const paths = z.array(z.string());

export const listAnswer = z.looseObject({
  entries: z.array(summary),
  problems: z.array(problem).default([]),
});
export const showAnswer = z.looseObject({ entry });
export const saveAnswer = z.looseObject({
  entry: z.looseObject({ path: z.string(), name: z.string() }),
  created: z.boolean().optional(),
  changed: paths,
  from: z.string().optional(),
  warnings: z.array(problem),
});
export const deleteAnswer = z.looseObject({
  deleted: paths,
  changed: paths,
  warnings: z.array(problem),
});
export const searchAnswer = z.looseObject({ hits: z.array(z.looseObject({ path: z.string() })) });
export const contextAnswer = z.looseObject({ text: z.string(), included: paths, omitted: paths });
export const checkAnswer = z.looseObject({
  problems: z.array(problem),
  index: z.looseObject({
    lines: z.number(),
    bytes: z.number(),
    linked: z.array(z.looseObject({ path: z.string(), title: z.string(), hook: z.string() })),
    dangling: paths,
    unindexed: paths,
  }),
});
export const rebuildAnswer = z.looseObject({
  changed: paths,
  backup: z.string().nullish(),
  warnings: z.array(problem),
});

/** The answer in the shape, or a sentence that says what is wrong with it. */
export function readAnswer<T>(answer: Answer, shape: z.ZodType<T>): T | string {
  if (answer.json === undefined) {
    return `no JSON on standard output (exit code ${answer.exitCode}): ${firstLine(answer)}`;
  }
  const parsed = shape.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  return `JSON of another shape (exit code ${answer.exitCode}) at ${issue.path.join('.')}: ${issue.message}: ${firstLine(answer)}`;
}

function firstLine({ stdout, stderr }: Answer): string {
  return (stderr.trim() || stdout.trim()).split('\n')[0]?.slice(0, 200) ?? '';
}
