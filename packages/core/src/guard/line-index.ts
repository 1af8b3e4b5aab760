/** Lines and columns of a text, both counted from 1, columns in UTF-16 units. */
export interface LineIndex {
  placeOf(offset: number): { readonly line: number; readonly column: number };
}

/** `\r\n` and `\n` end a line. */
export function lineIndexOf(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    placeOf(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
  };
}
