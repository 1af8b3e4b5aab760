import {
  type HeaderField,
  type HeaderSource,
  linesOf,
  repeatedFields,
  type TextLine,
} from '@mem/core/internal';

/** The lines of one field, with comments and blank lines behind it. */
export interface HeaderSegment {
  /** `key`, `metadata/key` inside the block, empty for lines before the first field. */
  readonly key: string;
  readonly lines: readonly TextLine[];
}

/** The header in pieces of whole lines, one a field; undefined where fields share lines or names. */
export function headerSegments(header: HeaderSource): HeaderSegment[] | undefined {
  if (!header.isClosed || header.unsafe !== undefined) return undefined;
  const starts = fieldStarts(header.fields, '');
  if (starts === undefined) return undefined;
  const lines = linesOf(header.original);
  const offsets = lineOffsets(header.text);
  const segments: HeaderSegment[] = [];
  let from = 0;
  let key = '';
  for (const start of starts) {
    const at = offsets.get(start.offset);
    if (at === undefined || (at === from && key !== '')) return undefined;
    if (at > from) segments.push({ key, lines: lines.slice(from, at) });
    from = at;
    key = start.key;
  }
  segments.push({ key, lines: lines.slice(from) });
  return segments.filter((segment) => segment.lines.length > 0);
}

interface FieldStart {
  readonly key: string;
  readonly offset: number;
}

function fieldStarts(fields: readonly HeaderField[], parent: string): FieldStart[] | undefined {
  if (repeatedFields(fields).length > 0) return undefined;
  const starts: FieldStart[] = [];
  for (const field of fields) {
    starts.push({ key: parent + field.key, offset: field.lineStart });
    const isBlock = parent === '' && field.key === 'metadata' && field.children !== undefined;
    if (!isBlock || field.children.some(({ inFlow }) => inFlow)) continue;
    const children = fieldStarts(field.children, 'metadata/');
    if (children === undefined) return undefined;
    starts.push(...children);
  }
  return starts;
}

/** The number of the line, from 0, that begins at an offset. */
function lineOffsets(text: string): Map<number, number> {
  const offsets = new Map<number, number>([[0, 0]]);
  for (let at = text.indexOf('\n'), line = 1; at >= 0; at = text.indexOf('\n', at + 1), line++) {
    offsets.set(at + 1, line);
  }
  return offsets;
}
