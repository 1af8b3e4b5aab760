import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

// For the programs of tools/, built in their own folders: one file, from the sources of our
// packages. What a tool itself depends on (a native module, say) is left to be imported.

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const own = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
  (name) => !name.startsWith('@mem/'),
);

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  external: (id) => own.some((name) => id === name || id.startsWith(`${name}/`)),
  resolve: { conditionNames: ['@mem/source', 'node', 'import', 'default'] },
  output: { file: 'dist/main.js', format: 'esm', codeSplitting: false },
});
