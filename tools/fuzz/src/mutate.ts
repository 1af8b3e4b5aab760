import type { Random } from './random.ts';

/** What means something to one of the readers, or breaks careless ones. */
const fragments = [
  ...[
    '---\n',
    '---',
    '...\n',
    ': ',
    ' #',
    '"',
    "'",
    '\\',
    '|\n',
    '>-\n',
    '&a',
    '*a',
    '!!js',
    '{',
    '}',
  ],
  ...[
    '[',
    ']',
    '](',
    '[[',
    ']]',
    '(',
    ')',
    '<!--',
    '-->',
    '<',
    '>',
    '`',
    '```\n',
    '~~~\n',
    '#',
    '## ',
  ],
  ...[
    '- ',
    '* ',
    '1. ',
    '> ',
    '|',
    '\t',
    '    ',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\u2028',
    '\u0085',
    '\u000b',
  ],
  ...[
    '<<<<<<< a\n',
    '=======\n',
    '>>>>>>> b\n',
    'MEMORY.md',
    '.md',
    '../',
    '/',
    'a/b.ts:12',
    '$',
    '--flag',
  ],
  ...[
    'name',
    'description',
    'type',
    'metadata',
    'modified',
    '__proto__',
    'constructor',
    'null',
    '~',
    '0777',
  ],
  ...[
    '\ufeff',
    '\u0000',
    '\u001b[31m',
    '\u200b',
    '\u202e',
    '\u{e0041}',
    '\ud800',
    '\udc00',
    'é',
    'e\u0301',
  ],
  ...['漢字', 'ไทย', '한국어', 'ｆｕｌｌ', '😀', '👨‍👩‍👧', '🇩🇪', 'ß', 'İ', 'ſ', '٣', '²'],
  ...[
    '2026-02-30',
    'yesterday',
    '明天',
    'https://u:p@h/',
    'AKIA',
    'ghp_',
    'eyJ',
    'password=',
    'sk-',
    'A',
  ],
  ...[
    '{"role":"user","content":"x"}',
    '{"type":"tool_use"}',
    '"kind":"save"',
    '[]',
    '{}',
    'null',
    '1e999',
  ],
  ...[
    '</mem-context>',
    '<mem-context format="xml">',
    '- 10:00 ',
    '- [a](a.md) — b\n',
    'type:user',
    'a',
  ],
];

/** A neighbour of a text: a few pieces put in, taken out, doubled, or exchanged with another text. */
export function mutate(text: string, other: string, random: Random, longest = 4_096): string {
  let result = text;
  for (let step = random.below(8); step >= 0; step--) result = mutateOnce(result, other, random);
  return result.slice(0, longest);
}

function mutateOnce(text: string, other: string, random: Random): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + random.below(24));
  switch (random.below(8)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(at);
    case 2:
      return (
        text.slice(0, at) + random.pick(fragments).repeat(1 + random.below(9)) + text.slice(at)
      );
    case 3:
      return text.slice(0, at) + other.slice(random.below(other.length + 1));
    case 4:
      return text.slice(0, at) + String.fromCharCode(random.below(0x250)) + text.slice(end);
    case 5:
      return text.slice(0, at) + text.slice(at, end).repeat(1 + random.below(30)) + text.slice(end);
    default:
      return text.slice(0, at) + random.pick(fragments) + text.slice(at);
  }
}

/** A text that can be made as long as wanted: a start, a piece again and again, an end. */
export function growing(text: string, random: Random): (length: number) => string {
  const at = random.below(text.length + 1);
  const piece = random.below(2)
    ? random.pick(fragments) + (random.below(2) ? random.pick(fragments) : '')
    : text.slice(at, at + 1 + random.below(40)) || 'a';
  const start = random.below(2) ? text.slice(0, at) : random.pick(fragments);
  const end = random.below(2) ? random.pick(fragments) : '';
  return (length) => start + piece.repeat(Math.ceil(length / piece.length)) + end;
}
