/**
 * What a shell makes of a word as typed: quotes and backslashes gone, one that is still open taken
 * to its end, `~/` at the start replaced. Variables and commands stay as they are.
 */
export function shellWord(typed: string, homeDirectory: string): string {
  const text = typed.startsWith('~/') ? `${homeDirectory}${typed.slice(1)}` : typed;
  let word = '';
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    const next = text[at + 1];
    if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === '\\' && isEscape(quote, next)) {
      word += next ?? '';
      at++;
    } else word += character;
  }
  return word;
}

function isEscape(quote: string, next: string | undefined): boolean {
  if (quote === "'") return false;
  return quote === '' || (next !== undefined && '"\\$`'.includes(next));
}
