import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { benignTexts } from '../../test/guard/benign-texts.js';
import { secretKinds, secretTexts } from '../../test/guard/secret-examples.js';
import { findSecrets, secretRules } from './find-secrets.js';
import { guardText } from './guard-text.js';

const kinds = Object.keys(secretKinds);
const perKind = 20;

describe('secrets of the documented kinds', () => {
  it('knows at least 25 kinds', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(25);
    expect(new Set(secretRules.map((rule) => rule.id)).size).toBe(secretRules.length);
  });

  it(`finds at least 95 % of ${perKind} examples of each`, () => {
    const found = kinds.map((kind) => {
      const hits = secretTexts(kind, perKind).filter((text) => refusals(text) > 0);
      return { kind, hits: hits.length };
    });
    const total = found.reduce((sum, { hits }) => sum + hits, 0);
    const share = total / (kinds.length * perKind);
    const missed = found.filter(({ hits }) => hits < perKind);
    console.info(
      `secrets: ${total} of ${kinds.length * perKind} found (${(100 * share).toFixed(1)} %)`,
      missed.map(({ kind, hits }) => `${kind}: ${hits}`).join(', '),
    );
    expect(share).toBeGreaterThanOrEqual(0.95);
    // No kind hides behind the others.
    for (const { kind, hits } of found) expect(hits, kind).toBeGreaterThanOrEqual(perKind * 0.9);
  });

  it('finds them in every field, and in the values of the header', () => {
    for (const kind of kinds) {
      const [value = ''] = secretTexts(kind, 1);
      const inputs = [
        { name: value },
        { description: value },
        { body: value },
        { message: value },
        { header: value },
        { metadata: { note: value } },
        { metadata: { deep: [{ more: ['x', value] }] } },
        { metadata: { [value]: null } },
      ];
      for (const input of inputs) {
        const findings = guardText(input).filter(({ action }) => action === 'refuse');
        expect(findings.length, `${kind} ${Object.keys(input)}`).toBeGreaterThan(0);
        expect(JSON.stringify(findings)).not.toContain(value);
      }
    }
  });
});

describe('secrets that something breaks', () => {
  const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

  it.each([4, 8, 12, 20, 30, 39])('finds one that a line end parts after %i characters', (at) => {
    const broken = `description: >-\n  the token is ${token.slice(0, at)}\n  ${token.slice(at)} as ever\n`;
    expect(findSecrets(broken)).toMatchObject([{ rule: { id: 'github-token' }, text: token }]);
    expect(findSecrets(broken.replaceAll('\n', '\r\n'))).toHaveLength(1);
    expect(findSecrets(`x: "${token.slice(0, at)}\\\n    ${token.slice(at)}"\n`)).toHaveLength(1);
  });

  it('finds one over several lines, and says where it begins and ends', () => {
    const long = `hvs.${'Ab3'.repeat(4)}kQ9zT\n  7mXw2LpR8sVbN4cJ\n  Y6dFgH1aE5uO0iK3\n`;
    expect(findSecrets(long)).toMatchObject([{ start: 0, end: long.length - 1 }]);
  });

  it('finds one that Markdown shows without its backslashes', () => {
    const escaped = token.replaceAll('_', '\\_');
    expect(escaped).not.toBe(token);
    expect(findSecrets(`use ${escaped}.`)).toMatchObject([
      { text: token, start: 4, end: 4 + escaped.length },
    ]);
    expect(findSecrets('a\\_b and C:\\-x')).toEqual([]);
  });

  it.each(['\ufff9', '\u{1d173}', '\u{1bca0}', '\u2800', '\u3164'])(
    'finds a key that holds what nobody sees: %j',
    (mark) => {
      const token = `ghp_${'Ab3dE6gH9j'.repeat(3)}Xy4zQ8`;
      const veiled = `${token.slice(0, 12)}${mark}${token.slice(12)}`;
      expect(findSecrets(`a ${veiled} b`).map(({ rule }) => rule.id)).toEqual(['github-token']);
    },
  );

  it('finds one with invisible characters inside', () => {
    const veiled = `a ${token.slice(0, 9)}\u200b${token.slice(9, 20)}\u00ad${token.slice(20)}`;
    expect(findSecrets(veiled)).toMatchObject([{ text: token, start: 2, end: veiled.length }]);
  });

  it('takes prose at the end of a line for no part of it', () => {
    expect(findSecrets('tokens begin with ghp_\nand go on for thirty-six letters')).toEqual([]);
    expect(findSecrets('see npm_\nthequickbrownfoxjumpsoverthelazydogagain')).toEqual([]);
  });
});

describe('what is no secret', () => {
  const memories = corpusMemories();
  const texts = [...benignTexts(300), ...memories];

  it('alarms at most 1 % of at least 400 benign memories', () => {
    expect(texts.length).toBeGreaterThanOrEqual(400);
    const alarmed = texts.filter((body) =>
      guardText({ body, type: 'project' }).some(({ group }) => group === 'secret'),
    );
    console.info(
      `false alarms of secrets: ${alarmed.length} of ${texts.length}`,
      alarmed.map((text) => text.slice(0, 60)),
    );
    expect(alarmed.length / texts.length).toBeLessThanOrEqual(0.01);
  });

  it('lets our own pages be', () => {
    const root = new URL('../../../../', import.meta.url);
    const pages = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => `docs/${path}`);
    for (const path of ['README.md', 'SECURITY.md', ...pages]) {
      const found = findSecrets(readFileSync(new URL(path, root), 'utf8'));
      expect(found.map(({ rule, start }) => `${path} ${rule.id} ${start}`)).toEqual([]);
    }
  });

  it('says how often the other groups speak up', () => {
    const counts = new Map<string, number>();
    for (const body of texts) {
      const groups = new Set(guardText({ body, type: 'project' }).map(({ group }) => group));
      for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    console.info(`other groups, of ${texts.length} memories:`, Object.fromEntries(counts));
    expect(counts.get('hidden-characters') ?? 0).toBe(0);
    expect(counts.get('addresses-model') ?? 0).toBe(0);
  });
});

function refusals(body: string): number {
  return guardText({ body }).filter(
    ({ group, action }) => group === 'secret' && action === 'refuse',
  ).length;
}

/** The memory files of the corpus: shapes of real ones, in our own words. */
function corpusMemories(): string[] {
  const folder = new URL('../../../../tools/corpus/fixtures/', import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/memory\/.*\.md$/.test(path))
    .flatMap((path) => {
      try {
        return [readFileSync(new URL(path, folder), 'utf8')];
      } catch {
        // Some are links that lead nowhere, on purpose.
        return [];
      }
    });
}
