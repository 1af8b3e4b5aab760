import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Snippet {
  /** The page and the line where it starts. */
  readonly where: string;
  readonly language: string;
  readonly code: string;
}

/** Every fenced code block of the pages for users: README files and docs/. */
export function snippetsOf(root: string): Snippet[] {
  return pagesOf(root).flatMap((page) =>
    fencedBlocks(page, readFileSync(join(root, page), 'utf8')),
  );
}

function pagesOf(root: string): string[] {
  const readmes = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`),
  );
  const docs = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  return ['README.md', ...readmes, ...docs].filter((page) => existsSync(join(root, page)));
}

/** A comment `<!-- not run from here: … -->` above a block says where else it is tested. */
function fencedBlocks(page: string, text: string): Snippet[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter((match) => !/<!-- not run from here: .*-->\n$/.test(text.slice(0, match.index)))
    .map((match) => ({
      where: `${page}:${text.slice(0, match.index).split('\n').length}`,
      language: match[1] as string,
      code: match[2] as string,
    }));
}
