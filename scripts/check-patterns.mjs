// Looks for regular expressions that some text makes slow. Reads every one from the sources of the
// packages and programs, and asks recheck. Exits 1 when one is found that is not excused below.
//
//   node scripts/check-patterns.mjs [FILE...]
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { excused } from './excused-patterns.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { check } = createRequire(new URL('../packages/core/package.json', import.meta.url))(
  'recheck',
);

const files = process.argv.length > 2 ? process.argv.slice(2) : sourceFiles();
const found = files.flatMap(patternsOf);
const slow = [];
const unknown = [];
for (const pattern of found.filter(({ source }) => source !== undefined)) {
  const verdict = await check(pattern.source, pattern.flags, { timeout: 20_000 });
  if (verdict.status === 'safe' || isExcused(pattern)) continue;
  (verdict.status === 'vulnerable' ? slow : unknown).push({ ...pattern, verdict });
}
const unread = found.filter((pattern) => pattern.source === undefined && !isExcused(pattern));
for (const pattern of slow) tell(pattern, pattern.verdict.complexity?.summary ?? 'slow');
for (const pattern of unknown) tell(pattern, `not judged (${pattern.verdict.error?.kind})`);
for (const pattern of unread) tell(pattern, 'made of what is known only when the program runs');
console.log(
  `${found.length} regular expressions in ${files.length} files: ${slow.length} slow, ${unknown.length} not judged, ${unread.length} not read, ${excused.length} excuses.`,
);
process.exitCode = slow.length + unknown.length + unread.length > 0 ? 1 : 0;

function sourceFiles() {
  return ['packages', 'apps']
    .flatMap((kind) => readdirSync(`${root}${kind}`).map((name) => `${root}${kind}/${name}/src`))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((path) => `${folder}/${path}`),
    )
    .filter(
      (path) => path.endsWith('.ts') && !/\.test\.ts$|\/fixtures\/|\/storage-cases\//.test(path),
    )
    .sort();
}

function tell({ file, line, source, flags }, why) {
  console.log(`${file}:${line}: ${why}: ${source === undefined ? '' : `/${source}/${flags}`}`);
}

/** By file and text, so that an excuse ends when the expression changes. */
function isExcused({ file, source, text }) {
  return excused.some((excuse) => excuse.file === file && excuse.pattern === (source ?? text));
}

function patternsOf(path) {
  const text = readFileSync(path, 'utf8');
  const file = relative(root, path);
  const tree = parseAst(text, { lang: 'ts' }, path);
  const constants = constantsOf(tree);
  const patterns = [];
  const lineOf = ({ start }) => text.slice(0, start).split('\n').length;
  walk(tree, (node) => {
    if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex;
      patterns.push({ file, line: lineOf(node), source: pattern, flags });
    } else if (isRegExpCall(node)) {
      const source = fold(node.arguments[0], constants);
      const flags = node.arguments[1] ? fold(node.arguments[1], constants) : '';
      const code = text.slice(node.start, node.end);
      patterns.push({ file, line: lineOf(node), source, flags: flags ?? '', text: code });
    }
  });
  return patterns;
}

function isRegExpCall(node) {
  return /^(?:New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp';
}

/** What module-level constants are, as nodes. */
function constantsOf(tree) {
  const constants = new Map();
  walk(tree, (node) => {
    if (node.type === 'VariableDeclarator' && node.init && node.id.type === 'Identifier') {
      constants.set(node.id.name, node.init);
    }
  });
  return constants;
}

/** The text that an expression is, where the module alone says it. */
function fold(node, constants, depth = 0) {
  if (depth > 20) return undefined;
  const next = (part) => fold(part, constants, depth + 1);
  switch (node?.type) {
    case 'Literal':
      return node.regex
        ? node.regex.pattern
        : typeof node.value === 'string'
          ? node.value
          : undefined;
    case 'TSAsExpression':
      return next(node.expression);
    case 'Identifier':
      return constants.has(node.name) ? next(constants.get(node.name)) : undefined;
    case 'TemplateLiteral':
      return joined(
        node.quasis.flatMap(({ value }, at) => [
          value.cooked,
          ...(node.expressions[at] ? [next(node.expressions[at])] : []),
        ]),
      );
    case 'TaggedTemplateExpression':
      return joined(
        node.quasi.quasis.flatMap(({ value }, at) => [
          value.raw,
          ...(node.quasi.expressions[at] ? [next(node.quasi.expressions[at])] : []),
        ]),
      );
    case 'BinaryExpression':
      return joined([next(node.left), next(node.right)]);
    case 'MemberExpression':
      return node.property.name === 'source' ? next(node.object) : undefined;
    case 'NewExpression':
      return isRegExpCall(node) ? next(node.arguments[0]) : undefined;
    case 'CallExpression': {
      const { object, property } = node.callee;
      if (property?.name !== 'join' || object?.type !== 'ArrayExpression') return undefined;
      const parts = object.elements.map(next);
      return parts.includes(undefined) ? undefined : parts.join(next(node.arguments[0]) ?? ',');
    }
    default:
      return undefined;
  }
}

function joined(parts) {
  return parts.includes(undefined) ? undefined : parts.join('');
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const part of node) walk(part, visit);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const key of Object.keys(node)) if (key !== 'parent') walk(node[key], visit);
  }
}
