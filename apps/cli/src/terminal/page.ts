import { oneLine, visible } from './visible.js';

export type Style = 'bold' | 'dim' | 'cyan' | 'yellow' | 'red';

/** A piece of output: text of several lines, or one styled line's part. */
export type Piece = string | { readonly style: Style; readonly text: string };

/** What a command prints. Commands never hold escape sequences: rendering adds them, at the end. */
export type Page = readonly Piece[];

export function styled(style: Style, text: string): Piece {
  return { style, text };
}

export interface RenderOptions {
  readonly terminal: boolean;
  readonly colour: boolean;
}

/** On a terminal, control characters are made visible; elsewhere text passes as it is. */
export function renderPage(page: Page, options: RenderOptions): string {
  return page.map((piece) => renderPiece(piece, options)).join('');
}

const codes: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  cyan: [36, 39],
  yellow: [33, 39],
  red: [31, 39],
};

function renderPiece(piece: Piece, { terminal, colour }: RenderOptions): string {
  if (typeof piece === 'string') return terminal ? visible(piece) : piece;
  const text = oneLine(piece.text);
  if (!colour || text === '') return text;
  const [on, off] = codes[piece.style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
