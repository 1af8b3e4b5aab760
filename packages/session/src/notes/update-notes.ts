import { estimateTokens, guardText, type TokenEstimator } from '@mem/core';
import { type AskOptions, askModel } from '../ask-model.js';
import type { Message } from '../messages/message.js';
import { renderTranscript } from '../messages/render-transcript.js';
import type { ModelFunction, ModelRequest } from '../model.js';
import { type AppliedAnswer, applyAnswer } from './apply-answer.js';
import { type NotesBudget, sectionTokens, totalTokens } from './fit-notes.js';
import { notesPrompt, notesSystem } from './notes-prompt.js';
import { parseNotes } from './parse-notes.js';
import { blankNotes, defaultTemplate, type NotesTemplate } from './template.js';

export interface UpdateNotesOptions extends AskOptions {
  /** The sections of new notes, and what matters most in all; `defaultTemplate` when omitted. */
  readonly template?: NotesTemplate | undefined;
  readonly budget?: NotesBudget | undefined;
  /** How much of the conversation the model is shown; 40,000 tokens when omitted. */
  readonly maxPromptTokens?: number | undefined;
  readonly estimate?: TokenEstimator | undefined;
}

export interface UpdatedNotes {
  /** The notes as they should be; those given when nothing changed. */
  readonly notes: string;
  /** Headings of the sections that hold another text than before. */
  readonly changed: readonly string[];
  /** Why nothing changed although it should have: one line. */
  readonly problem?: string;
  /** What the model said, to be put into notes that somebody changed meanwhile. */
  readonly answer?: string;
}

/**
 * Has a model bring the notes of a conversation up to date. Only the texts under the headings
 * change, whatever it answers. A model that fails, hangs, answers nonsense or would write down a
 * secret changes nothing: `problem` says so, and nothing is thrown.
 *
 * @param notes what was noted so far; undefined or empty for a conversation without notes
 * @param messages what was said since the last update, or all of it
 */
export async function updateNotes(
  notes: string | undefined,
  messages: readonly Message[],
  model: ModelFunction,
  options: UpdateNotesOptions = {},
): Promise<UpdatedNotes> {
  const { blank, ...applying } = optionsOf(options);
  const before = notes === undefined || notes.trim() === '' ? blank : notes;
  const unchanged = (problem: string) => ({ notes: notes ?? before, changed: [], problem });
  const request = requestFor(before, messages, options);
  if (typeof request === 'string') return unchanged(request);
  const answer = await askModel(model, request, options);
  if ('problem' in answer) return unchanged(answer.problem);
  const applied = applyAnswer(before, answer.text, applying);
  const problem = problemOf(applied);
  if (problem !== undefined) return unchanged(problem);
  return { notes: applied.notes, changed: applied.changed, answer: answer.text };
}

/** With what is taken where nothing was given. */
export function optionsOf({
  template = defaultTemplate,
  estimate = estimateTokens,
  budget,
}: UpdateNotesOptions) {
  return { template, estimate, budget, blank: blankNotes(template) };
}

/** What to ask the model, or why not to ask it. */
function requestFor(
  notes: string,
  messages: readonly Message[],
  options: UpdateNotesOptions,
): ModelRequest | string {
  const { estimate } = optionsOf(options);
  const most = options.budget?.section ?? sectionTokens;
  if (parseNotes(notes).sections.length === 0) {
    return 'The notes have no headings to write under. Remove them, and new ones are begun.';
  }
  const transcript = renderTranscript(messages, { maxTokens: options.maxPromptTokens, estimate });
  if (transcript === '') return 'There is nothing to note: nobody said anything yet.';
  return {
    purpose: 'notes',
    system: notesSystem(most),
    prompt: notesPrompt(notes, transcript, most, estimate),
    maxTokens: maxAnswerTokens,
  };
}

/** The whole notes, and some room for words around them. */
const maxAnswerTokens = totalTokens + 4_000;

/** Why the answer must not be written down. */
export function problemOf({ answered, notes, changed }: AppliedAnswer): string | undefined {
  if (answered === 0) return 'The model’s answer has none of the headings of the notes.';
  if (changed.length === 0) return undefined;
  const secret = guardText({ file: notes }).find(({ action }) => action === 'refuse');
  return (
    secret &&
    `The model’s notes were not kept: they hold what must not be written down (${secret.rule}).`
  );
}
