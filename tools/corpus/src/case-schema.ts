import * as z from 'zod';

/**
 * The shape of expect.json. Strict on purpose: a key that is not here cannot be judged, and a case
 * that uses one must fail loudly rather than pass for want of a judge. Prose for readers
 * (`note`, `debatable…`) is taken out before, see load-case.ts.
 */

const text = z.string();
const absentOr = text.nullable();
const texts = z.array(text);

const entry = z.strictObject({
  file: text,
  name: absentOr.optional(),
  nameAnyOf: z.array(absentOr).optional(),
  nameContains: texts.optional(),
  description: absentOr.optional(),
  descriptionAnyOf: z.array(absentOr).optional(),
  descriptionContains: texts.optional(),
  type: absentOr.optional(),
  typeAnyOf: z.array(absentOr).optional(),
  bodySha256: text.optional(),
  bodyFirstLine: text.optional(),
  bodyContains: texts.optional(),
  optional: z.boolean().optional(),
  idNotReal: z.boolean().optional(),
  extra: z.record(text, z.unknown()).optional(),
  links: z
    .array(
      z.strictObject({
        text,
        to: absentOr.optional(),
        toAnyOf: z.array(absentOr).optional(),
      }),
    )
    .optional(),
});

const warningObject = z.strictObject({
  kind: text.optional(),
  kindAnyOf: texts.optional(),
  file: text.optional(),
  fileAnyOf: texts.optional(),
  field: text.optional(),
  line: z.number().optional(),
  optional: z.boolean().optional(),
});
const warning = z.union([text.transform((kind) => ({ kind })), warningObject]);
const warnings = z.array(warning);

const indexFacts = z.strictObject({
  linked: z
    .array(z.strictObject({ file: text, title: text.optional(), hook: text.optional() }))
    .optional(),
  dangling: texts.optional(),
  unindexed: texts.optional(),
  notLinks: texts.optional(),
  lines: z.number().optional(),
  bytes: z.number().optional(),
  characters: z.number().optional(),
  overLimit: z
    .union([z.literal('lines'), z.literal('bytes'), z.literal('both'), z.boolean(), z.null()])
    .optional(),
});

const amount = z.union([
  z.number(),
  z.strictObject({ min: z.number().optional(), max: z.number().optional() }),
]);

const indexChange = z.strictObject({
  keepsAllLines: z.boolean().optional(),
  addedLines: amount.optional(),
  keepsLines: texts.optional(),
  removedLines: texts.optional(),
  linksTo: texts.optional(),
  noLinkTo: texts.optional(),
  unchanged: z.boolean().optional(),
  contains: texts.optional(),
  notContains: texts.optional(),
  eol: z.enum(['lf', 'crlf']).optional(),
  bom: z.boolean().optional(),
});

const fileState = z.strictObject({
  contains: texts.optional(),
  notContains: texts.optional(),
  keepsLines: texts.optional(),
  eol: z.enum(['lf', 'crlf']).optional(),
  bom: z.boolean().optional(),
});

const expectation = z.strictObject({
  outcome: z.enum(['ok', 'reject', 'okOrReject']).optional(),
  created: amount.optional(),
  changed: texts.optional(),
  deleted: texts.optional(),
  unchanged: z.union([z.literal('others'), texts]).optional(),
  index: indexChange.optional(),
  file: z.record(text, fileState).optional(),
  results: z
    .strictObject({ mustInclude: texts.optional(), mustNotInclude: texts.optional() })
    .optional(),
  warnings: warnings.optional(),
  mayWarn: warnings.optional(),
  mustNotWarn: warnings.optional(),
  property: text.optional(),
  properties: texts.optional(),
});

export const operationNames = [
  'save',
  'update',
  'delete',
  'rename',
  'search',
  'context',
  'rebuild',
  'lint',
  'parallel',
  'external',
] as const;

const operation = z.strictObject({
  do: z.enum(operationNames),
  args: z.union([z.record(text, z.unknown()), z.array(z.unknown())]).default({}),
  expect: expectation.default({}),
});

export const caseSchema = z.strictObject({
  case: text.optional(),
  kinds: texts.optional(),
  setup: z.unknown().optional(),
  entries: z.array(entry).optional(),
  entriesComplete: z.boolean().optional(),
  entriesCount: z.number().optional(),
  notEntries: texts.optional(),
  warnings: warnings.optional(),
  mayWarn: warnings.optional(),
  mustNotWarn: warnings.optional(),
  index: indexFacts.optional(),
  ops: z.array(operation).optional(),
  property: text.optional(),
  properties: texts.optional(),
});

export type CorpusCase = z.infer<typeof caseSchema>;
export type ExpectedEntry = z.infer<typeof entry>;
export type ExpectedWarning = z.infer<typeof warning>;
export type IndexFacts = z.infer<typeof indexFacts>;
export type IndexChange = z.infer<typeof indexChange>;
export type FileState = z.infer<typeof fileState>;
export type Expectation = z.infer<typeof expectation>;
export type Operation = z.infer<typeof operation>;
export type Amount = z.infer<typeof amount>;
