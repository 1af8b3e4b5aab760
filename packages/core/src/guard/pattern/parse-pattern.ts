import { type CharacterSet, longestPattern, mostRepeats, type PatternNode } from './syntax.js';

/**
 * Reads a regular expression of the kind that can be run in linear time. Returns what is wrong with
 * it, in a few words that complete "its pattern …", instead of throwing.
 */
export function parsePattern(pattern: string): PatternNode | { readonly fault: string } {
  if (pattern === '') return { fault: 'is empty' };
  if (pattern.length > longestPattern)
    return { fault: `is longer than ${longestPattern} characters` };
  try {
    const parser = new Parser([...pattern]);
    return parser.all();
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

class Fault extends Error {}

const deepest = 50;

class Parser {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  all(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#characters.length) throw new Fault('has a ")" without its "("');
    return node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#peek() !== undefined && this.#peek() !== '|' && this.#peek() !== ')') {
      parts.push(this.#repeated(this.#atom()));
    }
    return parts.length === 0 ? { kind: 'empty' } : { kind: 'sequence', parts };
  }

  #repeated(part: PatternNode): PatternNode {
    const [least, most] = this.#quantifier() ?? [1, 1];
    if (least === 1 && most === 1) return part;
    if (part.kind === 'assert') throw new Fault('repeats an anchor');
    // Whether it is lazy makes no difference to whether something is found.
    this.#take('?');
    if (this.#peek() !== undefined && '*+?{'.includes(this.#peek() ?? ' ')) {
      throw new Fault('repeats a repetition');
    }
    return { kind: 'repeat', part, least, most };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (!this.#take('{')) return undefined;
    const least = this.#number();
    const most = this.#take(',') ? (this.#peek() === '}' ? Infinity : this.#number()) : least;
    if (!this.#take('}') || most < least) throw new Fault('has a "{" that is no count; write \\{');
    if (least > mostRepeats || (most !== Infinity && most > mostRepeats)) {
      throw new Fault(`repeats more than ${mostRepeats} times`);
    }
    return [least, most];
  }

  #number(): number {
    let digits = '';
    while (/^\d$/.test(this.#peek() ?? '')) digits += this.#next();
    if (digits === '' || digits.length > 4)
      throw new Fault('has a "{" that is no count; write \\{');
    return Number(digits);
  }

  #atom(): PatternNode {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'set', set: this.#class() };
      case '.':
        return {
          kind: 'set',
          set: {
            ranges: [
              [10, 10],
              [13, 13],
            ],
            isNegated: true,
          },
        };
      case '^':
        return { kind: 'assert', what: 'lineStart' };
      case '$':
        return { kind: 'assert', what: 'lineEnd' };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
      case '{':
        throw new Fault(`has a "${character}" with nothing to repeat`);
      default:
        return { kind: 'set', set: exactly(character) };
    }
  }

  #group(): PatternNode {
    if (this.#take('?') && !this.#take(':')) {
      throw new Fault('has a look-around or a named group, which rules cannot have');
    }
    if (++this.#depth > deepest) throw new Fault('has too many groups in each other');
    const node = this.#choice();
    if (!this.#take(')')) throw new Fault('has a "(" without its ")"');
    this.#depth--;
    return node;
  }

  #escape(): PatternNode {
    const character = this.#next();
    if (character === 'b') return { kind: 'assert', what: 'wordEdge' };
    if (character === 'B') return { kind: 'assert', what: 'noWordEdge' };
    return { kind: 'set', set: this.#escapedSet(character) };
  }

  #escapedSet(character: string): CharacterSet {
    const named = namedSets[character];
    if (named) return named;
    if (character === 'u' || character === 'x') return exactly(this.#codePoint(character));
    const control = controls[character];
    if (control !== undefined) return exactly(control);
    if (/^[0-9]$/.test(character)) throw new Fault('has a back reference, which rules cannot have');
    if (/^[A-Za-z]$/.test(character)) throw new Fault(`has an unknown escape "\\${character}"`);
    return exactly(character);
  }

  #codePoint(character: string): string {
    const braces = character === 'u' && this.#take('{');
    let digits = '';
    const length = braces ? 6 : character === 'u' ? 4 : 2;
    while (digits.length < length && /^[0-9a-f]$/i.test(this.#peek() ?? '')) digits += this.#next();
    const code = Number.parseInt(digits, 16);
    const isWhole = braces ? this.#take('}') : digits.length === length;
    if (!isWhole || digits === '' || code > 0x10ffff) throw new Fault('has a broken \\u or \\x');
    return String.fromCodePoint(code);
  }

  #class(): CharacterSet {
    const isNegated = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      const first = this.#member();
      if (this.#peek() !== '-' || this.#characters[this.#at + 1] === ']') {
        if (first.isNegated) throw new Fault('has \\D, \\W or \\S inside "[…]"');
        ranges.push(...first.ranges);
        continue;
      }
      this.#next();
      ranges.push(rangeOf(first, this.#member()));
    }
    if (ranges.length === 0) throw new Fault('has an empty "[]"');
    return { ranges, isNegated };
  }

  #member(): CharacterSet {
    const character = this.#next();
    if (character !== '\\') return exactly(character);
    const escaped = this.#next();
    return escaped === 'b' ? exactly('\b') : this.#escapedSet(escaped);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new Fault('ends too early');
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };
const digit = [[48, 57]] as const;
const word = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
] as const;
const space = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x3000, 0x3000],
] as const;
const namedSets: Readonly<Record<string, CharacterSet>> = {
  d: { ranges: digit, isNegated: false },
  D: { ranges: digit, isNegated: true },
  w: { ranges: word, isNegated: false },
  W: { ranges: word, isNegated: true },
  s: { ranges: space, isNegated: false },
  S: { ranges: space, isNegated: true },
};

function exactly(character: string): CharacterSet {
  const code = character.codePointAt(0) ?? 0;
  return { ranges: [[code, code]], isNegated: false };
}

function rangeOf(first: CharacterSet, last: CharacterSet): readonly [number, number] {
  const from = first.ranges[0];
  const to = last.ranges[0];
  const isSingle = (set: CharacterSet) =>
    !set.isNegated && set.ranges.length === 1 && set.ranges[0]?.[0] === set.ranges[0]?.[1];
  if (!from || !to || !isSingle(first) || !isSingle(last) || to[0] < from[0]) {
    throw new Fault('has a range inside "[…]" that is none');
  }
  return [from[0], to[0]];
}
