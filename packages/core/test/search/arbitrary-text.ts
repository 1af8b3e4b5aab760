import fc from 'fast-check';

/** Words that meet each other: same words in several shapes and scripts. */
const words = [
  'deploy',
  'Deploys',
  'deploying',
  'deployment',
  'DEPLOY',
  'policy',
  'policies',
  'cache',
  'caching',
  'running',
  'run',
  'runs',
  'createMemoryStore',
  'create_memory',
  'HTTPServer',
  'APIs',
  'v2.1',
  '#155',
  '--dry-run',
  'src/search/index.ts',
  'the',
  'and',
  'über',
  'uber',
  'U\u0308ber',
  'Straße',
  'strasse',
  'café',
  'cafe\u0301',
  'Ｆｕｌｌ',
  'full',
  'ﬁle',
  'file',
  'so\u00adft',
  'soft',
  'Привет',
  'привет',
  'ΣΑΣ',
  'σας',
  '部署',
  '部署流程',
  '流程图',
  '图',
  'データ',
  'ﾃﾞｰﾀ',
  'テ\u3099ータ',
  'メモリを',
  '메모리를',
  '메모리',
  '\u1106\u1166\u1106\u1169',
  'ภาษาไทย',
  'ที่',
  'हिन्दी',
  'العَرَبِيَّة',
  'العربية',
  '𠮷野',
  '👍🏽',
  '👍',
  '👍🏻',
  '🚀',
  '❤️',
  '❤',
  '™',
  '👩',
  '👩‍💻',
  '👩🏽‍💻',
  '🇩🇪',
  '🇫🇷',
  '1️⃣',
  '#⃣',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'e\u0301',
  'a',
  'I',
  '1,000',
  '２０２６',
  '2026-11-30',
  "don't",
  'K',
  'K8s',
  '\u{1D41A}',
  '①',
  '½',
  '\ud83d',
  '…',
] as const;

const gaps = [' ', ' ', '\n', ', ', '. ', '', '-', '。', '「', '\t', '_'] as const;

/** Text of words that tend to match each other, plain ones or of all kinds. */
export const arbitraryText: fc.Arbitrary<string> = fc
  .boolean()
  .chain((plain) => (plain ? arbitraryPlainText : arbitraryMixedText));

const plainWords = words.filter((word) => /^[ -~]+$/.test(word));

const arbitraryPlainText = fc
  .array(fc.tuple(fc.constantFrom(...plainWords), fc.constantFrom(' ', '\n', '. ', '-')), {
    maxLength: 6,
  })
  .map((pieces) => pieces.flat().join(''));

const arbitraryMixedText = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
      ),
      fc.constantFrom(...gaps),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.flat().join(''));

export const arbitraryQuery: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 })), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((parts) => {
    const query = parts.join(' ');
    // Often cut within the last word, as while typing.
    return fc
      .integer({ min: Math.max(0, query.length - 4), max: query.length })
      .map((length) => query.slice(0, length));
  });
