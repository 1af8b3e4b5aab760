import { createRandom, type Random } from '../random.js';

/** A memory as a benchmark writes it. */
export interface GeneratedText {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly body: string;
}

const bodyBytes = 700;
const chineseShare = 0.15;
const types = ['user', 'feedback', 'project', 'reference'];

/** Texts of about 0.9 KB as files, 15 % of them Chinese, with words as unequally rare as in life. */
export function* generateTexts(count: number, seed = 7): Generator<GeneratedText> {
  const random = createRandom(seed);
  const vocabulary = new Vocabulary();
  for (let index = 0; index < count; index++) {
    const language = random.next() < chineseShare ? 'chinese' : 'english';
    const name = vocabulary.phrase(random, language, 3);
    yield {
      path: `note_${String(index).padStart(6, '0')}.md`,
      name,
      description: vocabulary.phrase(random, language, 9),
      type: types[random.below(types.length)]!,
      body: bodyOf(vocabulary, random, language),
    };
  }
}

/** The English word that only so many are more frequent than. */
export function wordAtRank(rank: number): string {
  return new Vocabulary().english[rank]!;
}

export function fileText(text: GeneratedText): string {
  const { name, description, type, body } = text;
  return `---\nname: ${name}\ndescription: ${description}\ntype: ${type}\n---\n\n${body}`;
}

function bodyOf(vocabulary: Vocabulary, random: Random, language: Language): string {
  let body = '';
  let bytes = 0;
  while (bytes < bodyBytes) {
    const sentence = vocabulary.phrase(random, language, 6 + random.below(10));
    const line = language === 'chinese' ? `${sentence}。\n` : `${sentence}.\n`;
    body += line;
    bytes += Buffer.byteLength(line);
  }
  return body;
}

type Language = 'english' | 'chinese';

/** Words in order of how often they come: the n-th comes 1/n as often as the first. */
class Vocabulary {
  readonly english: readonly string[];
  readonly chinese: readonly string[];

  constructor() {
    const random = createRandom(11);
    this.english = distinct(20_000, () => syllables(random, 2 + random.below(3)));
    this.chinese = distinct(8_000, () => characters(random, 1 + random.below(3)));
  }

  phrase(random: Random, language: Language, length: number): string {
    const words = Array.from({ length }, () => this.#word(random, language));
    return words.join(language === 'english' ? ' ' : '');
  }

  /** Every 40th English word is an identifier, as in notes about code. */
  #word(random: Random, language: Language): string {
    const words = this[language];
    const word = words[zipf(random, words.length)]!;
    if (language === 'chinese' || random.below(40) > 0) return word;
    return `${word}_${words[zipf(random, words.length)]}`;
  }
}

/** A rank from 0 on, the n-th with a chance of about 1/n. */
function zipf(random: Random, count: number): number {
  return Math.floor(Math.exp(random.next() * Math.log(count + 1))) - 1;
}

function distinct(count: number, make: () => string): string[] {
  const words = new Set<string>();
  while (words.size < count) words.add(make());
  return [...words];
}

const starts = ['b', 'c', 'd', 'f', 'g', 'l', 'm', 'n', 'p', 'r', 's', 't', 'st', 'tr', 'pl', 'v'];
const middles = ['a', 'e', 'i', 'o', 'u', 'ea', 'io', 'er', 'an', 'in', 'or'];

function syllables(random: Random, count: number): string {
  let word = '';
  for (let index = 0; index < count; index++) {
    word += starts[random.below(starts.length)]! + middles[random.below(middles.length)]!;
  }
  return word;
}

function characters(random: Random, count: number): string {
  let word = '';
  for (let index = 0; index < count; index++) {
    word += String.fromCharCode(0x4e00 + zipf(random, 3_000));
  }
  return word;
}
