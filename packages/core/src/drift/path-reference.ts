/** A path that a memory names. */
export interface PathReference {
  readonly text: string;
  /** With `/` between segments, without `./` before and `:line` after. */
  readonly path: string;
  /** Last line that is named. */
  readonly line?: number;
  readonly directory: boolean;
  /** It looks so much like a path that it may be called missing. */
  readonly certain: boolean;
}

/** What a word of a memory says as a path; undefined when it is none. */
export function readPathReference(
  word: string,
  place: 'code' | 'plain',
): PathReference | undefined {
  const text = word.replace(/^["'(]+|(?<!["'),.;:!?])["'),.;:!?]+$/g, '');
  const match =
    /^(.+?)(?:#L(\d{1,7})(?:-L?(\d{1,7}))?|:(\d{1,7})(?:[-–](\d{1,7})|:\d{1,7})?)?$/.exec(
      text.replaceAll('\\', '/'),
    );
  const written = match?.[1] ?? '';
  if (text.length > 300 || !pathShape.test(written) || isNoPath.test(written)) return undefined;
  const path = withoutAnchor(written.replace(/^(?:\.\/)+/, '').replace(/\/+$/, ''));
  const directory = written.endsWith('/');
  const line = Number(match![3] ?? match![2] ?? match![5] ?? match![4]);
  const looks = lookOf(path, directory, place);
  if (looks === 'no path') return undefined;
  return {
    text,
    path,
    ...(line > 0 ? { line } : {}),
    directory,
    certain: looks === 'path' && !written.startsWith('../'),
  };
}

/** Without `#heading`, `:name`, `::name` behind the name of a file. */
function withoutAnchor(path: string): string {
  const anchor = /^([^#:]+\.[A-Za-z]\w{0,9})(?:#|::?)[\p{L}_][^/]*$/u.exec(path);
  return anchor?.[1] ?? path;
}

/** No blanks, wildcards, placeholders or operators. */
const pathShape = /^[^\s*?<>{}$|&=`"'…,;()[\]!%^]+$/;
/** Addresses, packages, versions, sizes, and names with nothing but dots and slashes. */
const isNoPath =
  /:\/\/|^(?:mailto|node|npm|https?|git):|^[./~-]*$|\.{3}|\/\/|^v?\d+(?:[./]\d+)*$|@\d|^s\/.*\/$|^[\w.-]+:\d+\/|^\d[\d.]*\/|\w@\w|YYYY/i;

function lookOf(
  path: string,
  directory: boolean,
  place: 'code' | 'plain',
): 'path' | 'maybe' | 'no path' {
  const base = path.slice(path.lastIndexOf('/') + 1);
  // `.ts` alone is a kind of files, not one of them.
  const suffix = /[^.]\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(base)?.[1]?.toLowerCase();
  const known = isWellKnown(base) || (suffix !== undefined && suffixes.has(suffix));
  if (path.includes('/')) {
    const coded = known || (suffix !== undefined && place === 'code');
    if (coded) return isElsewhere(path) ? 'maybe' : 'path';
    if (directory && (place === 'code' || /^[\w.-]+(?:\/[\w.-]+)+$/.test(path))) return 'path';
    return place === 'code' ? 'maybe' : 'no path';
  }
  if (directory) return place === 'code' ? 'path' : 'no path';
  if (!known) return 'no path';
  // Node.js, Vue.js: names of programs; other .md files may be memories.
  if (suffix === 'js' && /^[A-Z]/.test(base)) return place === 'code' ? 'maybe' : 'no path';
  return suffix === 'md' && !/^[A-Z]+\.md$/.test(base) ? 'maybe' : 'path';
}

/** Begins like a web host or a package, or is two file names with `/` for "or" between. */
function isElsewhere(path: string): boolean {
  const folders = path.slice(0, path.lastIndexOf('/'));
  return /^(?:@|[^/.][^/]*\.[^/]*\/)|\.(?:js|ts|py|json|md)(?:\/|$)/i.test(`${folders}/`);
}

function isWellKnown(base: string): boolean {
  return /^(?:Makefile|Dockerfile|Gemfile|Procfile|Jenkinsfile|Vagrantfile|Rakefile|Justfile|LICENSE|CODEOWNERS|\.env(?:\.[\w-]+)*|\.(?:git(?:ignore|attributes|modules)|npmrc|nvmrc|editorconfig|dockerignore|(?:eslint|prettier)\w*|mem\.json|node-version|tool-versions))$/.test(
    base,
  );
}

const suffixes = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonc json5 py pyi rb rs go java kt kts swift c h cc cpp hpp m mm cs fs ' +
    'php scala clj ex exs erl hs lua dart zig sh bash zsh fish ps1 bat sql css scss sass less html htm vue svelte ' +
    'astro md mdx rst adoc txt yml yaml toml ini cfg conf xml proto graphql gql tf tfvars lock gradle ipynb csv tsv ' +
    'svg png jpg jpeg gif webp ico pdf wasm snap patch diff properties plist service'
  ).split(' '),
);
