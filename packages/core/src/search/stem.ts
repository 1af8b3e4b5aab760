/**
 * The stem of a folded English word, or the word itself. Careful rather than complete: it only
 * joins forms that nearly always mean the same. A stem is its own stem, and all but its last unit
 * begin the word, which the scan's quick look relies on.
 */
export function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const shorter = withoutFinalE(withoutEnding(withoutPlural(word)));
  return shorter === word ? word : stem(shorter);
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutEnding(word: string): string {
  const cut = /ing$/.test(word) ? 3 : /[^e]ed$/.test(word) ? 2 : 0;
  const rest = word.slice(0, word.length - cut);
  if (cut === 0 || rest.length < 3 || !/[aeiouy]/.test(rest)) return word;
  if (/ied$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/([bdgmnprt])\1$/.test(rest)) return rest.slice(0, -1);
  return rest;
}

function withoutFinalE(word: string): string {
  return word.length > 3 && word.endsWith('e') && !word.endsWith('ee') ? word.slice(0, -1) : word;
}
