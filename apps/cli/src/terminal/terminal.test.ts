import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderPage, styled } from './page.js';
import { oneLine, safeJson, visible } from './visible.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const hostile = fc.string({ unit: 'binary' });

describe('visible', () => {
  it('shows escape sequences instead of passing them on', () => {
    expect(visible('\u001b[31mred\u009b0m')).toBe('\\x1b[31mred\\x9b0m');
    expect(visible('a\r\nb\rc\td')).toBe('a\nb\\rc\td');
    expect(visible('\u202eevil')).toBe('\\u202eevil');
  });

  it('leaves nothing that a terminal obeys, whatever comes in', () => {
    fc.assert(fc.property(hostile, (text) => !unsafe.test(visible(text))));
    fc.assert(fc.property(hostile, (text) => !/[\n\t]/.test(oneLine(text))));
  });
});

describe('safeJson', () => {
  it('means the same and holds no control character but line feeds', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const json = safeJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json.replaceAll('\n', '')).not.toMatch(unsafe);
      }),
    );
  });
});

describe('renderPage', () => {
  const page = ['body \u001b[2J\n', styled('bold', 'na\u001bme\n')];

  it('styles on a colour terminal, with text from memories made harmless', () => {
    expect(renderPage(page, { terminal: true, colour: true })).toBe(
      'body \\x1b[2J\n\u001b[1mna\\x1bme\\n\u001b[22m',
    );
  });

  it('adds no colour where none is wanted', () => {
    expect(renderPage(page, { terminal: true, colour: false })).toBe('body \\x1b[2J\nna\\x1bme\\n');
  });

  it('passes bodies to another program as they are', () => {
    expect(renderPage(page, { terminal: false, colour: false })).toContain('body \u001b[2J\n');
  });
});
