import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ClaimKind, type ClaimState, verifyEntry } from '@mem/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkspace } from './workspace.js';

let root: string;
let commits: string[];

const manifest = {
  name: 'shop',
  scripts: {
    dev: 'vite',
    build: 'vite build',
    'db:migrate': 'node scripts/migrate.mjs',
    test: 'vitest',
  },
  devDependencies: { vitest: '4.1.12', eslint: '9.0.0' },
};

const files: Record<string, string> = {
  'package.json': JSON.stringify(manifest, null, 2),
  'README.md': '# Shop\n',
  Makefile: 'all:\n\techo\n',
  '.env.example': 'PAYMENT_API_KEY=\n',
  '.gitignore': 'dist\nnode_modules\n',
  'src/index.ts': "export * from './cart/cart.js';\n",
  'src/cart/cart.ts': [
    'export class ShoppingCart {',
    '  addItem(item: CartItem): void {',
    '    this.items.push(item);',
    '  }',
    '  totalPrice(): number { return sum_of_items(this.items); }',
    '}',
    'export const MAX_ITEMS = 50;',
    'interface CartItem { price: number }',
    '',
  ].join('\n'),
  'src/cart/index.ts': "export * from './cart.js';\n",
  'src/http/server.ts':
    "parseArgs({ options: { 'dry-run': { type: 'boolean' }, port: { type: 'string' } } });\n",
  'src/http/retryPolicy.ts': 'export function backoffDelay() {}\n',
  'src/支付/退款.ts': 'export const refundWindow = 7;\n',
  'packages/ui/package.json': JSON.stringify({ scripts: { storybook: 'x' } }),
  'packages/ui/src/Button.tsx': 'export function PrimaryButton() {}\n',
  'docs/guide/deploy.md': '# Deploy\nUse --skip-cache.\n',
  'scripts/migrate.mjs': 'await migrateAll();\n',
  'scripts/old-tool.mjs': 'export const a = 1;\nexport const b = 2;\nexport const c = 3;\n',
  '.github/workflows/ci.yml': 'on: push\n',
  'config/settings.yaml': 'timeout: 3\n',
  'db/schema.prisma': 'model Order {}\n',
  'tools/report/monthly.py': 'pass\n',
  'jobs/nightlyJob.ts': 'run();\n',
  'legacy/billing.ts': 'export function chargeCard() {}\n',
};

function git(...args: string[]): string {
  const identity = [
    '-c',
    'user.name=T',
    '-c',
    'user.email=t@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim();
}

function put(target: string, text: string): void {
  const full = path.join(root, target);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, text);
}

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'mem-workspace-'));
  for (const [target, text] of Object.entries(files)) put(target, text);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('mv', 'scripts/old-tool.mjs', 'scripts/export-orders.mjs');
  git('rm', '-q', 'legacy/billing.ts');
  git('commit', '-qm', 'second');
  commits = git('log', '--format=%H').split('\n');
  // What a person has beside what is in git.
  put('node_modules/lodash/fp.js', 'export const onlyInPackages = 1;\n');
  put('node_modules/.bin/eslint', '');
  put('dist/bundle.js', 'var staleBuildName = 1;\n');
  put('.env', 'PAYMENT_API_KEY=x\n');
  put('memory/note.md', 'Everything a memory says: goneFunction --gone-flag\n');
});

afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** A memory's sentence, a claim in it, and what is true of it. */
type Case = readonly [
  text: string,
  kind: ClaimKind,
  claim: string,
  state: ClaimState,
  movedTo?: string,
];

const cases = (): Case[] => [
  // Paths
  ['The cart lives in `src/cart/cart.ts`.', 'path', 'src/cart/cart.ts', 'present'],
  ['See src/http/server.ts for the server.', 'path', 'src/http/server.ts', 'present'],
  ['Docs are in docs/guide/deploy.md, kept by hand.', 'path', 'docs/guide/deploy.md', 'present'],
  ['All of `src/cart/` is old.', 'path', 'src/cart/', 'present'],
  ['`./scripts/migrate.mjs` runs migrations', 'path', './scripts/migrate.mjs', 'present'],
  ['Look at `cart.ts` first', 'path', 'cart.ts', 'present'],
  ['The `Makefile` has the targets', 'path', 'Makefile', 'present'],
  ['Copy `.env.example` to `.env`.', 'path', '.env.example', 'present'],
  ['Copy `.env.example` to `.env`.', 'path', '.env', 'present'],
  ['CI is `.github/workflows/ci.yml`', 'path', '.github/workflows/ci.yml', 'present'],
  ['退款逻辑在 `src/支付/退款.ts` 里', 'path', 'src/支付/退款.ts', 'present'],
  ['入口是src/index.ts这个文件', 'path', 'src/index.ts', 'present'],
  ['The button is `src/Button.tsx`', 'path', 'src/Button.tsx', 'present'],
  ['Windows people write `src\\http\\server.ts`', 'path', 'src\\http\\server.ts', 'present'],
  ['The bundle is `dist/bundle.js`', 'path', 'dist/bundle.js', 'present'],
  ['It comes from `node_modules/lodash/fp.js`', 'path', 'node_modules/lodash/fp.js', 'present'],
  ['(`config/settings.yaml`)', 'path', 'config/settings.yaml', 'present'],
  ['run `node scripts/migrate.mjs --all`', 'path', 'scripts/migrate.mjs', 'present'],
  ['The old code in `legacy/billing.ts` still charges.', 'path', 'legacy/billing.ts', 'missing'],
  ['`src/cart/discounts.ts` has the rules', 'path', 'src/cart/discounts.ts', 'missing'],
  ['See src/checkout/flow.ts for it.', 'path', 'src/checkout/flow.ts', 'missing'],
  ['The folder `src/checkout/` is new', 'path', 'src/checkout/', 'missing'],
  ['`jest.config.js` holds it', 'path', 'jest.config.js', 'missing'],
  ['`src/admin/index.ts`', 'path', 'src/admin/index.ts', 'missing'],
  ['`.eslintrc.json` is the config', 'path', '.eslintrc.json', 'missing'],
  ['`Dockerfile` builds it', 'path', 'Dockerfile', 'missing'],
  [
    'Use `scripts/old-tool.mjs` to export',
    'path',
    'scripts/old-tool.mjs',
    'moved',
    'scripts/export-orders.mjs',
  ],
  [
    'Retries: `src/retryPolicy.ts`',
    'path',
    'src/retryPolicy.ts',
    'moved',
    'src/http/retryPolicy.ts',
  ],
  ['Read docs/deploy.md before', 'path', 'docs/deploy.md', 'moved', 'docs/guide/deploy.md'],
  ['`src/Cart/Cart.ts`', 'path', 'src/Cart/Cart.ts', 'moved', 'src/cart/cart.ts'],
  ['`/etc/nginx/nginx.conf` on the host', 'path', '/etc/nginx/nginx.conf', 'unknown'],
  ['`~/.ssh/config.toml`', 'path', '~/.ssh/config.toml', 'unknown'],
  ['`../other-repo/src/main.rs`', 'path', '../other-repo/src/main.rs', 'unknown'],
  ['On branch `feature/login`', 'path', 'feature/login', 'unknown'],
  ['On branch `fix/guide`', 'path', 'fix/guide', 'unknown'],
  ['the package `@shop/ui`', 'path', '@shop/ui', 'unknown'],
  ['`src/guide` has texts', 'path', 'src/guide', 'moved', 'docs/guide'],
  ['sends `application/json`', 'path', 'application/json', 'unknown'],
  ['`src/cart/cart.ts:ShoppingCart`', 'path', 'src/cart/cart.ts:ShoppingCart', 'present'],
  ['docs/guide/deploy.md#rollback', 'path', 'docs/guide/deploy.md#rollback', 'present'],
  ['`src/cart` is a folder', 'path', 'src/cart', 'present'],
  ['import from `src/cart/cart`', 'path', 'src/cart/cart', 'present'],
  ['`cart/cart.ts`', 'path', 'cart/cart.ts', 'present'],
  ['`src/http/server.js` was plain', 'path', 'src/http/server.js', 'moved', 'src/http/server.ts'],
  ['`db/schema.prisma`', 'path', 'db/schema.prisma', 'present'],
  ['`src/missing-folder`', 'path', 'src/missing-folder', 'missing'],
  [
    'served at `localhost:3000/index.html`, `cdn.shop.example/app.js`',
    'path',
    'cdn.shop.example/app.js',
    'unknown',
  ],
  ['`C:\\Users\\ann\\notes.txt`', 'path', 'C:\\Users\\ann\\notes.txt', 'unknown'],
  // Lines
  ['`src/cart/cart.ts:7` has the limit', 'line', 'src/cart/cart.ts:7', 'present'],
  ['src/cart/cart.ts:2-4 adds', 'line', 'src/cart/cart.ts:2-4', 'present'],
  ['`src/cart/cart.ts#L5`', 'line', 'src/cart/cart.ts#L5', 'present'],
  ['`src/cart/cart.ts:120`', 'line', 'src/cart/cart.ts:120', 'missing'],
  ['`src/cart/gone.ts:3`', 'line', 'src/cart/gone.ts:3', 'missing'],
  [
    '`scripts/old-tool.mjs:2`',
    'line',
    'scripts/old-tool.mjs:2',
    'moved',
    'scripts/export-orders.mjs',
  ],
  // Symbols
  ['`ShoppingCart` is the model', 'symbol', 'ShoppingCart', 'present'],
  ['`addItem()` checks stock', 'symbol', 'addItem()', 'present'],
  ['`ShoppingCart.totalPrice` is slow', 'symbol', 'ShoppingCart.totalPrice', 'present'],
  ['`MAX_ITEMS` is 50', 'symbol', 'MAX_ITEMS', 'present'],
  ['set `PAYMENT_API_KEY`', 'symbol', 'PAYMENT_API_KEY', 'present'],
  ['`sum_of_items`', 'symbol', 'sum_of_items', 'present'],
  ['`goneFunction` does it', 'symbol', 'goneFunction', 'missing'],
  ['`ShoppingCart.removeItem()`', 'symbol', 'ShoppingCart.removeItem()', 'missing'],
  ['`MAX_ITEM`', 'symbol', 'MAX_ITEM', 'missing'],
  ['`applyDiscount(cart, 10)`', 'symbol', 'applyDiscount(cart, 10)', 'missing'],
  ['`chargeCard`', 'symbol', 'chargeCard', 'missing'],
  ['`staleBuildName`', 'symbol', 'staleBuildName', 'unknown'],
  ['`pandas.DataFrame`', 'symbol', 'pandas.DataFrame', 'unknown'],
  ['`schema.prisma` is the truth', 'symbol', 'schema.prisma', 'present'],
  ['`tools.report.monthly` prints it', 'symbol', 'tools.report.monthly', 'present'],
  ['`nightlyJob` is a file of its own', 'symbol', 'nightlyJob', 'present'],
  ['`console.table`', 'symbol', 'console.table', 'unknown'],
  // Flags
  ['pass `--dry-run` first', 'flag', '--dry-run', 'present'],
  ['`--port`', 'flag', '--port', 'present'],
  ['`--skip-cache`', 'flag', '--skip-cache', 'present'],
  ['`--skip` is the start of another', 'flag', '--skip', 'missing'],
  ['`--gone-flag`', 'flag', '--gone-flag', 'missing'],
  ['`node scripts/migrate.mjs --gone-too`', 'flag', '--gone-too', 'unknown'],
  ['`git push --force-with-lease`', 'flag', '--force-with-lease', 'unknown'],
  // Scripts
  ['`npm run db:migrate`', 'script', 'npm run db:migrate', 'present'],
  ['`pnpm dev`', 'script', 'pnpm dev', 'present'],
  ['`pnpm --filter ui storybook`', 'script', 'pnpm --filter ui storybook', 'present'],
  ['Run npm test before you push.', 'script', 'npm test', 'present'],
  ['```sh\n$ yarn build\n```', 'script', 'yarn build', 'present'],
  ['`npm run deploy`', 'script', 'npm run deploy', 'missing'],
  ['`pnpm lint`', 'script', 'pnpm lint', 'missing'],
  ['`yarn db:seed`', 'script', 'yarn db:seed', 'missing'],
  ['`pnpm eslint`', 'script', 'pnpm eslint', 'unknown'],
  // Commits
  [`fixed in ${commits[1]!.slice(0, 8)}`, 'commit', commits[1]!.slice(0, 8), 'present'],
  [`commit \`${commits[0]}\``, 'commit', commits[0]!, 'present'],
  ['reverted in commit 0123abc', 'commit', '0123abc', 'missing'],
  ['since `deadbeef`', 'commit', 'deadbeef', 'missing'],
  ['image id 9f8e7d6c5b', 'commit', '9f8e7d6c5b', 'unknown'],
  // Dates
  ['Merge freeze until 2026-03-05.', 'date', '2026-03-05', 'missing'],
  ['The certificate expires on March 5, 2027', 'date', 'March 5, 2027', 'present'],
  ['截止日期：2026年3月5日', 'date', '2026年3月5日', 'missing'],
  ['The launch is on 2026-06-01', 'date', '2026-06-01', 'missing'],
  ['Contract is valid until 31 December 2026', 'date', '31 December 2026', 'present'],
];

const now = () => new Date('2026-11-30T12:00:00Z');

describe('claims about a workspace', () => {
  test('are judged right, and nothing that is there is called missing', async () => {
    const workspace = createWorkspace(root, { exclude: ['memory'] });
    const wrong: string[] = [];
    const falseAlarms: string[] = [];
    const all = cases();
    for (const [text, kind, claim, state, movedTo] of all) {
      const entry = { body: `${text}\n`, modified: '2026-01-15T00:00:00Z' };
      const claims = await verifyEntry(entry, workspace, { now });
      const found = claims.find((other) => other.kind === kind && other.text === claim);
      const line = `${text} → ${kind} ${claim}: ${state}, got ${JSON.stringify(found ?? claims)}`;
      if (found?.state !== state || found?.movedTo !== movedTo) wrong.push(line);
      if (found?.state === 'missing' && state !== 'missing') falseAlarms.push(line);
    }
    expect(falseAlarms).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(60);
    // The promise is 95 %; these are all right today, and a change that loses one should show.
    expect(wrong).toEqual([]);
  });

  test('what is no claim is not taken for one', async () => {
    const body = `Use Node.js/Express.js and/or Vue.js 24/7, e.g. v1.2.3 of TCP/IP (see https://a.example/x/y.ts,
www.shop.example, ann@shop.example). \`*.ts\`, \`src/{a,b}.ts\`, \`<name>.md\`, \`true\`, \`main\`, \`npm install\`,
\`10/20\`, \`foo@1.2.3\`, \`key: value\`, \`$HOME/a.toml\`, [note](other_note.md), [[release_notes.md]].
Decided on 2025-12-01 with 1234567 votes and a facade. Since 20240105 it holds. notes-2026-03-05.md
\`\`\`ts
import { gone } from './gone.js';
\`\`\``;
    const workspace = createWorkspace(root);
    const claims = await verifyEntry({ body, modified: '2026-01-15' }, workspace, { now });
    expect(claims.filter(({ state }) => state !== 'unknown')).toEqual([]);
    expect(claims.length).toBeLessThan(4);
  });
});

describe('a workspace', () => {
  test('is told nothing about what lies outside, through a link or not', async () => {
    const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'mem-outside-'));
    fs.writeFileSync(path.join(outside, 'secret.ts'), 'export const outsideWord = 1;\n');
    const inside = fs.mkdtempSync(path.join(os.tmpdir(), 'mem-inside-'));
    fs.symlinkSync(outside, path.join(inside, 'link'));
    fs.symlinkSync(path.join(outside, 'secret.ts'), path.join(inside, 'file-link.ts'));
    fs.mkdirSync(path.join(inside, 'sub'));
    fs.symlinkSync(path.join(inside, 'sub'), path.join(inside, 'sub-link'));
    const workspace = createWorkspace(inside);
    expect(await workspace.kindOf('link/secret.ts')).toBe('unknown');
    expect(await workspace.kindOf('link/nothing.ts')).toBe('unknown');
    expect(await workspace.kindOf(`../${path.basename(outside)}/secret.ts`)).toBe('unknown');
    expect(await workspace.kindOf(path.join(outside, 'secret.ts'))).toBe('unknown');
    expect(await workspace.kindOf('link')).toBe('file');
    expect(await workspace.kindOf('sub-link')).toBe('directory');
    expect(await workspace.kindOf(path.join(inside, 'sub'))).toBe('directory');
    expect((await workspace.find('secret.ts')).paths).toEqual([]);
    expect(await workspace.lineCount('file-link.ts')).toBeUndefined();
    expect(await workspace.holdsWords(['outsideWord'])).toEqual(new Map([['outsideWord', false]]));
    fs.rmSync(outside, { recursive: true });
    fs.rmSync(inside, { recursive: true });
  });

  test('is not changed by being looked at', async () => {
    const look = () =>
      fs
        .readdirSync(root, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => {
          const { mtimeMs, size } = fs.statSync(path.join(root, name));
          return `${name} ${size} ${mtimeMs}`;
        });
    const before = look();
    for (const [text] of cases()) await verifyEntry({ body: text }, createWorkspace(root), { now });
    expect(look()).toEqual(before);
  });

  test('that is not there, or cannot be looked through in time, calls nothing missing', async () => {
    const body = '`src/gone.ts`, `goneFunction`, `npm run gone`, commit abc1234, `--gone-flag`';
    for (const workspace of [
      createWorkspace(path.join(root, 'nowhere')),
      createWorkspace(root, { timeLimit: -1 }),
    ]) {
      const claims = await verifyEntry({ body }, workspace, { now });
      expect(claims.map(({ state }) => state)).toEqual(Array(5).fill('unknown'));
    }
  });

  test('with a package that cannot be read calls no script missing', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mem-packages-'));
    fs.mkdirSync(path.join(folder, 'app'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "scripts": { "build": "x" } }');
    const stateOf = async () =>
      (await verifyEntry({ body: '`npm run gone`' }, createWorkspace(folder), { now }))[0]?.state;
    expect(await stateOf()).toBe('missing');
    fs.writeFileSync(path.join(folder, 'app/package.json'), '<<<<<<< ours');
    expect(await stateOf()).toBe('unknown');
    fs.rmSync(folder, { recursive: true });
  });

  test('without whole history does not call a commit missing', async () => {
    const shallow = fs.mkdtempSync(path.join(os.tmpdir(), 'mem-shallow-'));
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, shallow]);
    expect(await createWorkspace(root).hasCommit('0123abc')).toBe(false);
    expect(await createWorkspace(shallow).hasCommit('0123abc')).toBeUndefined();
    fs.rmSync(shallow, { recursive: true });
  });

  test('starts no program that a repository names in its settings', async () => {
    const hostile = fs.mkdtempSync(path.join(os.tmpdir(), 'mem-hostile-'));
    fs.cpSync(root, hostile, { recursive: true });
    const mark = path.join(hostile, 'mark');
    const config = `[core]\n\tfsmonitor = "touch ${mark}"\n\tpager = "touch ${mark}"\n[diff]\n\texternal = "touch ${mark}"\n`;
    fs.appendFileSync(path.join(hostile, '.git/config'), config);
    const workspace = createWorkspace(hostile);
    expect(await workspace.renamedTo('scripts/old-tool.mjs')).toBe('scripts/export-orders.mjs');
    expect(await workspace.hasCommit(commits[0]!)).toBe(true);
    expect(await workspace.renamedTo('--output=mark')).toBeUndefined();
    expect(fs.existsSync(mark)).toBe(false);
    fs.rmSync(hostile, { recursive: true });
  });
});
