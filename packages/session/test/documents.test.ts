import { expect, test } from 'vitest';
import { checkTypes, codeOn, layOut, outputOf, promisedOutput } from '../../memfs/test/example.js';

const page = 'packages/session/README.md';

test('the code of the README compiles and prints what it says', async () => {
  const code = codeOn(page);
  const file = layOut('readme', code, 'packages/session');
  checkTypes(file);
  expect(promisedOutput(code)).not.toBe('');
  expect(await outputOf(file)).toBe(promisedOutput(code));
});
