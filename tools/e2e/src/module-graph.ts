import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a built module and everything it reaches, lazily or not, imports from outside its package. */
export function outsideImports(entry: string): Set<string> {
  const outside = new Set<string>();
  const seen = new Set<string>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const name of importsOf(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.')) queue.push(join(dirname(file), name));
      else outside.add(name);
    }
  }
  return outside;
}

function importsOf(code: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"\n]*?(?:from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [...code.matchAll(pattern)].map((match) => (match[1] ?? match[2]) as string);
}
