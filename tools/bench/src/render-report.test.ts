import { expect, it } from 'vitest';
import { renderReport } from './render-report.js';

it('renders figures and goals as Markdown', () => {
  const text = renderReport({
    title: 'Searching',
    columns: ['median ms'],
    measurements: [
      { what: 'ours', figures: [123.4] },
      { what: 'theirs', figures: [1.234] },
    ],
    goals: [
      { what: 'ours / theirs', measured: 0.1, limit: 1 / 8, unit: '×' },
      { what: 'memory', measured: 121, limit: 120, unit: 'MB' },
    ],
    notes: ['Not measured: rg.'],
  });
  expect(text).toBe(`## Searching

|  | median ms |
| --- | ---: |
| ours | 123 |
| theirs | 1.23 |

| goal | measured | limit |  |
| --- | ---: | ---: | ---: |
| ours / theirs | 0.10 × | ≤ 1/8 × | ok |
| memory | 121.00 MB | ≤ 120 MB | over |

Not measured: rg.
`);
});
