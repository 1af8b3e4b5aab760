/** A memory directory and the questions put to it. */
export interface EvaluationSet {
  readonly memories: readonly Memory[];
  readonly questions: readonly Question[];
}

export interface Memory {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly body: string;
}

export interface Question {
  readonly text: string;
  /** Ids of the memories that answer it, at least one. */
  readonly gold: readonly string[];
  /** `en`, `zh`, `ja`, `ko`, `de`, or another tag; found from the text where the set has none. */
  readonly language?: string;
}

/** What is wrong with a set, in one line for the person who made it. */
export class SetError extends Error {
  override readonly name = 'SetError';
}

/**
 * Checks a parsed JSON value: `{ language?, memories: [{ id, name?, description?, type?, body? }],
 * questions: [{ text, gold, language? }] }`. Other keys are passed over; a `language` of the set
 * is that of all its questions that name none.
 *
 * @throws SetError
 */
export function parseEvaluationSet(value: unknown): EvaluationSet {
  const set = objectOf(value, 'the set');
  const memories = arrayOf(set.memories, 'memories').map(parseMemory);
  const ids = new Set<string>();
  for (const { id } of memories) {
    if (ids.has(id)) throw new SetError(`Two memories have the id ${JSON.stringify(id)}.`);
    ids.add(id);
  }
  const language = optionalText(set.language, 'language');
  const questions = arrayOf(set.questions, 'questions').map((question, position) =>
    parseQuestion(question, `questions[${position}]`, ids, language),
  );
  return { memories, questions };
}

function parseMemory(value: unknown, position: number): Memory {
  const where = `memories[${position}]`;
  const memory = objectOf(value, where);
  const name = optionalText(memory.name, `${where}.name`);
  const description = optionalText(memory.description, `${where}.description`);
  const type = optionalText(memory.type, `${where}.type`);
  return {
    id: idOf(memory.id, `${where}.id`),
    body: optionalText(memory.body, `${where}.body`) ?? '',
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
  };
}

function parseQuestion(
  value: unknown,
  where: string,
  ids: ReadonlySet<string>,
  setLanguage: string | undefined,
): Question {
  const question = objectOf(value, where);
  const text = optionalText(question.text, `${where}.text`)?.trim();
  if (!text) throw new SetError(`${where}.text is missing or blank.`);
  const given = Array.isArray(question.gold) ? question.gold : [question.gold];
  const gold = [...new Set(given.map((id) => idOf(id, `${where}.gold`)))];
  if (gold.length === 0) throw new SetError(`${where}.gold names no memory.`);
  const unknown = gold.find((id) => !ids.has(id));
  if (unknown !== undefined) {
    throw new SetError(`${where}.gold names ${JSON.stringify(unknown)}, which is no memory's id.`);
  }
  const language = optionalText(question.language, `${where}.language`) ?? setLanguage;
  return { text, gold, ...(language !== undefined && { language }) };
}

function objectOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new SetError(`${where} is not an object.`);
}

function arrayOf(value: unknown, where: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new SetError(`${where} is not an array.`);
}

/** Null counts as absent. */
function optionalText(value: unknown, where: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new SetError(`${where} is not a text.`);
}

function idOf(value: unknown, where: string): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw new SetError(`${where} is not an id.`);
}
