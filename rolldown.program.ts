import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { defineConfig, type RolldownOptions } from 'rolldown';

// For the programs of apps/, built in their own folders.

/** Modules, by their paths, that are loaded together as one file. */
export interface ProgramPart {
  readonly name: string;
  readonly test: RegExp;
}

/** Of core, what it takes to open a directory and list it, as expressions for paths. */
export const openingCore: readonly string[] = [
  'core.src.(storage|storage-path|entry-path|find-entry|fold|nearest-names|provenance)[.]',
  'core.src.pending.(check-pending|create-pending)',
  'core.src.seen.(noting|is-watched)',
  'core.src.entry-file.(parse-plain|assemble|body-text|canonical-keys|conflict|decode|header-field|header-value|line-ends|header-lines|simple)',
  'core.src.store.(argument-rules|sorted-by-path|check-arguments|create-memory-store|directory-view|guard|write-queue|read-entry|is-about|list-|get-entry|links|defined-of|require-entry)',
];

/** Of the directory storage, what only a change needs: an expression for paths. */
export const directoryWriting =
  'fs-node.src.(?:directory-changes|write-file|remove-file|lock|trash|change-log|temp-file|process-identity|workplace|conditions|append-file|conflicts|swapped-files)[.]';

/**
 * A program with all it needs, from the sources of our packages: its entry, and beside it the parts
 * that it loads when they are first wanted. As one file all of it would be compiled at every start,
 * which takes longer than most of what it does. CommonJS, because Node loads it faster. Few files:
 * each that a start has to load costs about as much as a small verb.
 */
export function programConfig(
  name: string,
  parts: ProgramPart[],
  /** Modules of libraries, and the files that stand in for them. */
  alias: Readonly<Record<string, string>> = {},
): RolldownOptions {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return defineConfig({
    input: { [name]: 'src/main.ts' },
    platform: 'node',
    preserveEntrySignatures: false,
    // gray-matter holds an eval, behind an engine that core never lets it reach.
    checks: { eval: false },
    resolve: { conditionNames: ['@mem/source', 'node', 'import', 'default'], alias },
    transform: { define: { MEM_VERSION: JSON.stringify(version) } },
    plugins: [
      {
        name: 'program',
        writeBundle: (_, bundle) => {
          chmodSync(`dist/${name}.js`, 0o755);
          writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
          for (const file of readdirSync('dist/parts')) {
            if (!Object.hasOwn(bundle, `parts/${file}`)) rmSync(`dist/parts/${file}`);
          }
        },
      },
    ],
    output: {
      dir: 'dist',
      format: 'cjs',
      minify: true,
      codeSplitting: { includeDependenciesRecursively: false, groups: parts },
      entryFileNames: '[name].js',
      chunkFileNames: 'parts/[name].js',
      banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
    },
  });
}
