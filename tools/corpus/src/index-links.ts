/** Where an index points, read without the product's own code: a second opinion. */

/** Targets of the Markdown links of a text, outside comments and code fences. */
export function linkTargets(text: string): string[] {
  const targets: string[] = [];
  for (const line of visibleText(text).split('\n')) {
    for (let at = line.indexOf(']('); at >= 0; at = line.indexOf('](', at + 2)) {
      const target = targetAt(line, at + 2);
      if (target !== undefined) targets.push(target);
    }
  }
  return targets;
}

function visibleText(text: string): string {
  const withoutComments = text
    .split('<!--')
    .map((part, index) => (index === 0 ? part : (part.split('-->')[1] ?? '')))
    .join('');
  let fenced = false;
  return withoutComments
    .split('\n')
    .filter((line) => {
      if (!/^\s{0,3}(```|~~~)/.test(line)) return !fenced;
      fenced = !fenced;
      return false;
    })
    .join('\n');
}

function targetAt(line: string, start: number): string | undefined {
  const angled = line[start] === '<';
  const from = angled ? start + 1 : start;
  const end = line.indexOf(angled ? '>' : ')', from);
  if (end < 0) return undefined;
  const inside = line.slice(from, end);
  return plainPath(angled ? inside : inside.trim().split(/\s/)[0]!);
}

/** Without `./`, anchor and percent-encoding. */
function plainPath(target: string): string {
  const withoutAnchor = target.split('#')[0]!.replace(/^(\.\/)+/, '');
  try {
    return decodeURIComponent(withoutAnchor);
  } catch {
    return withoutAnchor;
  }
}

/** True when the line names this file, linked or bare, and not merely one that ends alike. */
export function mentions(line: string, path: string): boolean {
  return [line, decoded(line)].some((text) => {
    for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
      const before = text.slice(0, at).replace(/(\.\/)+$/, '');
      if (
        !/[\p{L}\p{N}_./-]$/u.test(before) &&
        !/^[\p{L}\p{N}_-]/u.test(text.slice(at + path.length))
      ) {
        return true;
      }
    }
    return false;
  });
}

function decoded(line: string): string {
  try {
    return decodeURIComponent(line.replace(/%(?![0-9a-fA-F]{2})/g, '%25'));
  } catch {
    return line;
  }
}
