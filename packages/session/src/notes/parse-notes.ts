/** Notes, cut into pieces that joined give the same text again. */
export interface ParsedNotes {
  /** What stands before the first heading. */
  readonly preamble: string;
  readonly sections: readonly ParsedSection[];
}

export interface ParsedSection {
  readonly heading: string;
  /** The heading's line and the lines of instruction below it, as they are. */
  readonly head: string;
  /** All up to the next heading. */
  readonly body: string;
}

/**
 * Headings are lines that begin with `# `, wherever they stand, so that no open code block can
 * hide one. Lines in italics directly below a heading are its instruction.
 */
export function parseNotes(notes: string): ParsedNotes {
  const sections: { heading: string; head: string; body: string[]; inHead: boolean }[] = [];
  const preamble: string[] = [];
  for (const line of linesOf(notes)) {
    const heading = headingOf(line);
    const current = sections.at(-1);
    if (heading !== undefined) sections.push({ heading, head: line, body: [], inHead: true });
    else if (!current) preamble.push(line);
    else if (current.inHead && isInstruction(line)) current.head += line;
    else {
      current.inHead = false;
      current.body.push(line);
    }
  }
  return {
    preamble: preamble.join(''),
    sections: sections.map(({ heading, head, body }) => ({ heading, head, body: body.join('') })),
  };
}

export function joinNotes({ preamble, sections }: ParsedNotes): string {
  return preamble + sections.map(({ head, body }) => head + body).join('');
}

/** What is written under the heading, without the blank lines around it. */
export function sectionText({ body }: ParsedSection): string {
  return body.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '').trimEnd();
}

/** True when nothing has been written under any heading, or nothing is there at all. */
export function isBlank(notes: string): boolean {
  return parseNotes(notes).sections.every((section) => sectionText(section) === '');
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}

function headingOf(line: string): string | undefined {
  return /^# +(?=\S)(.*)/.exec(line)?.[1]?.trimEnd();
}

function isInstruction(line: string): boolean {
  return /^_.*_\s*$/.test(line);
}
