import { expect, it } from 'vitest';
import { languageOf } from './language.js';

it.each([
  ['how do we release on Fridays?', 'en'],
  ['ORA-00018', 'en'],
  ['wo liegt die Literatur', 'de'],
  ['Größe der Datei', 'de'],
  ['发布窗口 Redis', 'zh'],
  ['本番リリースは何曜日', 'ja'],
  ['Redis 키 만료', 'ko'],
  ['где лежит ключ', 'other'],
  ['404', 'en'],
])('%s is %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});
