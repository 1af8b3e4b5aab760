import matter from 'gray-matter';

/**
 * Hands the header to the parser by way of gray-matter, with its dangers closed: only YAML is ever
 * parsed, options are always given (without them it caches, and hands out stale data), and the
 * block it sees is exactly this one.
 *
 * @param header whole lines, ending in `\n`, none of which begins with `---`
 * @returns undefined when the header holds nothing but blanks and comments
 */
export function parseFrontMatter<Result extends object>(
  header: string,
  parseYaml: (header: string) => Result,
): Result | undefined {
  let result: Result | undefined;
  const yaml = (block: string) => {
    // It comes with the line end of the opening fence and without its own last one.
    result = parseYaml(`${block.slice(1)}\n`);
    return result;
  };
  matter(`---\n${header}---\n`, { language: 'yaml', engines: { ...refusingEngines, yaml } });
  return result;
}

const refuse = (): never => {
  throw new Error('Only YAML headers are read.');
};
const refusingEngines = { json: refuse, javascript: refuse, js: refuse, coffee: refuse };
