/** A Markdown text, taken apart by where claims can stand. */
export interface MarkdownText {
  /** Contents of code spans, in order. */
  readonly spans: readonly string[];
  /** Lines of code blocks that hold commands: of a shell, or of no stated language. */
  readonly commands: readonly string[];
  /** All else; in place of each span or link target stands a blank. */
  readonly plain: string;
}

export function readMarkdownText(text: string): MarkdownText {
  const spans: string[] = [];
  const commands: string[] = [];
  const plain: string[] = [];
  let fence: { readonly mark: string; readonly shell: boolean } | undefined;
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const mark = /^[\s>]*(`{3,}|~{3,})\s*([\w-]*)/.exec(line);
    if (fence) {
      if (mark?.[1]?.startsWith(fence.mark)) fence = undefined;
      else if (fence.shell) commands.push(line.trim().replace(/^[$>#]\s+/, ''));
    } else if (mark) fence = { mark: mark[1]!, shell: shellNames.has(mark[2]!.toLowerCase()) };
    else plain.push(withoutLinkTargets(readLine(line, spans)));
  }
  return { spans, commands, plain: plain.join('\n') };
}

const shellNames = new Set(['', 'sh', 'bash', 'shell', 'zsh', 'fish', 'console', 'text']);

/** The line without its code spans, which are added to `spans`. */
function readLine(line: string, spans: string[]): string {
  const runs = [...line.matchAll(/`+/g)];
  // What is never closed is passed over without a search, so that the time stays linear.
  const lastOfLength = new Map(runs.map((run, at) => [run[0].length, at]));
  const plain: string[] = [];
  let position = 0;
  for (let open = 0; open < runs.length; open++) {
    const { length } = runs[open]![0];
    if (lastOfLength.get(length)! <= open) continue;
    let close = open + 1;
    while (runs[close]![0].length !== length) close++;
    plain.push(line.slice(position, runs[open]!.index));
    spans.push(line.slice(runs[open]!.index + length, runs[close]!.index).trim());
    position = runs[close]!.index + length;
    open = close;
  }
  return [...plain, line.slice(position)].join(' ');
}

/** Links lead to other memories or to the web, not into the workspace. */
function withoutLinkTargets(line: string): string {
  return line.replace(/\]\([^()\s]*\)/g, '] ').replace(/\[\[[^[\]]*\]\]/g, ' ');
}
