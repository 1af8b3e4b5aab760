import { estimateTokens, type TokenEstimator } from '@mem/core';
import { fitSections, type NotesBudget, totalTokens } from '../notes/fit-notes.js';
import { parseNotes, sectionText } from '../notes/parse-notes.js';
import { defaultTemplate, type NotesTemplate } from '../notes/template.js';

const opening =
  'The earlier part of this conversation was taken out to save room. What was noted of it:\n\n<session-notes>\n';
const closing =
  '\n</session-notes>\n\nGo on from there. What follows is the conversation’s latest part, word for word; where the two differ, it is right.';

/** The notes as a message that stands for what they tell of, within the budget and always the same. */
export function renderSummary(
  notes: string,
  template: NotesTemplate = defaultTemplate,
  budget: NotesBudget = {},
  estimate: TokenEstimator = estimateTokens,
): string {
  const { total = totalTokens } = budget;
  const sections = parseNotes(notes)
    .sections.map((section) => ({ heading: section.heading, text: closed(sectionText(section)) }))
    .filter(({ text }) => text !== '')
    .map((section) => ({
      ...section,
      frame: estimate(`# ${section.heading}\n\n`) + estimate('\n\n'),
    }));
  const around = estimate(opening) + estimate(closing);
  const room = { ...budget, total: Math.max(total - around, 0) };
  const texts = fitSections(sections, template, room, estimate);
  const blocks = sections.flatMap(({ heading }, at) =>
    texts[at] ? [`# ${closed(heading)}\n\n${texts[at]}`] : [],
  );
  return `${opening}${blocks.join('\n\n')}${closing}`;
}

/** Nothing in the notes ends them. */
function closed(text: string): string {
  return text.replace(/<\/(?=session-notes)/gi, '<\\/').replace(/\r\n|\r/g, '\n');
}
