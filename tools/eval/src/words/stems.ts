const englishEndings = ['ingly', 'edly', 'ies', 'ing', 'ed', 'es', 's', 'ly', 'e'];
const germanEndings = ['ern', 'em', 'en', 'er', 'es', 'et', 'st', 'e', 'n', 's', 't'];

/** Longest first, so that the longest that fits is taken. */
const particles = [
  '에서는',
  '에서도',
  '으로는',
  '이라고',
  '에게서',
  '까지는',
  '부터는',
  '이라는',
  '에서',
  '에는',
  '에도',
  '에게',
  '으로',
  '까지',
  '부터',
  '처럼',
  '보다',
  '이나',
  '마다',
  '한테',
  '라고',
  '라는',
  '만큼',
  '대로',
  '과의',
  '와의',
  '로는',
  '하고',
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '에',
  '의',
  '도',
  '만',
  '와',
  '과',
  '로',
  '나',
  '요',
];

/** Without a plural or verb ending: rough, and the same for both texts that are compared. */
export function stemEnglish(word: string): string {
  const stem = cutEnding(word, englishEndings);
  if (word.endsWith('ies') && stem !== word) return `${stem}y`;
  return /([bdgmnprt])\1$/.test(stem) && stem !== word ? stem.slice(0, -1) : stem;
}

export function stemGerman(word: string): string {
  return cutEnding(word, germanEndings);
}

/** True for what is left of a Korean word when its noun is written in Latin letters. */
export function isParticle(word: string): boolean {
  return particles.includes(word);
}

/** A Korean word without the particle at its end, where at least two syllables remain. */
export function withoutParticle(word: string): string {
  const particle = particles.find((ending) => word.endsWith(ending));
  if (particle === undefined || word.length - particle.length < 2) return word;
  return word.slice(0, -particle.length);
}

function cutEnding(word: string, endings: readonly string[]): string {
  if (/\p{N}/u.test(word)) return word;
  const ending = endings.find((candidate) => word.endsWith(candidate));
  if (ending === undefined || word.length - ending.length < 3) return word;
  return word.slice(0, -ending.length);
}
