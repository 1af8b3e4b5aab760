import type { Blocks } from './blocks.js';

/** So many lines at most are taken for a footer. */
const maxFooterLines = 12;

const footerKinds = new Set(['text', 'blank', 'comment', 'quote']);

/** Position of the rule that sets a few closing lines of text apart; past the last line without one. */
export function footerStart({ lines }: Blocks): number {
  for (let at = lines.length - 1; at > 0 && lines.length - at <= maxFooterLines; at--) {
    const { kind } = lines[at]!;
    if (kind === 'rule') return lines.slice(0, at).some(isText) ? at : lines.length;
    if (!footerKinds.has(kind)) break;
  }
  return lines.length;
}

function isText({ kind }: { readonly kind: string }): boolean {
  return kind !== 'blank' && kind !== 'front-matter';
}
