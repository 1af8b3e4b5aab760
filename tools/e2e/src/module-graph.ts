import { rolldown } from 'rolldown';

/** What a built module and everything it reaches, lazily or not, imports from outside its package. */
export async function outsideImports(entry: string): Promise<string[]> {
  const bundle = await rolldown({ input: entry, external: /^[^./]/, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm' });
  const files = new Set(output.map((chunk) => chunk.fileName));
  const names = output.flatMap((chunk) =>
    chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : [],
  );
  return [...new Set(names)].filter((name) => !files.has(name)).sort();
}
