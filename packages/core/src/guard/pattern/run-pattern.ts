import type { Place } from '../hit.js';
import type { CompiledPattern, Step } from './compile-pattern.js';

/**
 * Where a pattern matches: the leftmost places, each as long as the earliest end allows, none inside
 * another. All ways through the pattern are followed at once, so the time is that of the text's
 * length times the pattern's, whatever either holds.
 */
export function* runPattern(pattern: CompiledPattern, text: string): Iterable<Place> {
  const machine = new Machine(pattern.steps);
  let before = lineFeed;
  for (let at = 0; at <= text.length; ) {
    const code = text.codePointAt(at) ?? lineFeed;
    let found = machine.settle(pattern.start, at, before, code);
    if (found !== undefined) {
      yield { start: found, end: at };
      machine.clear();
      found = machine.settle(pattern.start, at, before, code);
    }
    machine.take(code);
    before = code;
    at += code > 0xffff ? 2 : 1;
  }
}

const lineFeed = 10;

/**
 * The steps that are reached, each with the place where its match began. They are kept in the order
 * of those places, and a step that is reached twice keeps the earlier one.
 */
class Machine {
  readonly #steps: readonly Step[];
  #reached: number[] = [];
  #starts: number[] = [];
  /** The last round in which a step was reached. */
  readonly #rounds: Int32Array;
  #round = 0;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#rounds = new Int32Array(steps.length);
  }

  clear(): void {
    this.#reached = [];
    this.#starts = [];
  }

  /** Begins a match here, and follows what needs no character; the start of one that is complete. */
  settle(first: number, at: number, before: number, code: number): number | undefined {
    this.#round++;
    const [reached, starts] = [this.#reached, this.#starts];
    this.clear();
    for (let index = 0; index < reached.length; index++) {
      this.#follow(reached[index] as number, starts[index] as number, before, code);
    }
    this.#follow(first, at, before, code);
    const end = this.#reached.indexOf(0);
    return end < 0 ? undefined : this.#starts[end];
  }

  #follow(from: number, start: number, before: number, code: number): void {
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.#rounds[at] === this.#round) continue;
      this.#rounds[at] = this.#round;
      const step = this.#steps[at] as Step;
      if (step.kind === 'split') open.push(step.other, step.next);
      else if (step.kind === 'assert') {
        if (holds(step.what, before, code)) open.push(step.next);
      } else {
        this.#reached.push(at);
        this.#starts.push(start);
      }
    }
  }

  /** Goes on with those steps that the character suits. */
  take(code: number): void {
    const [reached, starts] = [this.#reached, this.#starts];
    this.clear();
    for (let index = 0; index < reached.length; index++) {
      const step = this.#steps[reached[index] as number] as Step;
      if (step.kind !== 'set' || !step.holds(code)) continue;
      this.#reached.push(step.next);
      this.#starts.push(starts[index] as number);
    }
  }
}

function holds(what: string, before: number, code: number): boolean {
  switch (what) {
    case 'lineStart':
      return before === lineFeed;
    case 'lineEnd':
      return code === lineFeed || code === 13;
    case 'wordEdge':
      return isWord(before) !== isWord(code);
    default:
      return isWord(before) === isWord(code);
  }
}

function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95
  );
}
