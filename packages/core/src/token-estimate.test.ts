import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from './token-estimate.js';

const tokenizer = new Tiktoken(o200k);

const texts: Record<string, string> = {
  english: `Prefer integration tests against a real database over mocks. Last quarter the mocked
suite was green while the migration broke production, and nobody noticed before the weekend.

**Why:** a mock agrees with whatever we believe; the database does not.
**How to apply:** start the container that docker-compose.test.yml describes, run the migrations,
then the tests. Skip this only for pure functions. Ask before you add a dependency to the suite.`,
  'english with many names': `Release 2.14.3 went out on 2026-03-16 from build-box-7 (10.20.30.41);
see https://example.com/wiki/Release_Checklist?id=4711#rollback and #ops-oncall, ticket OPS-4812.
Contacts: Ingrid Sørensen <ingrid@example.com>, Zoë (zoe.k@example.org), +47 555 01 234.`,
  chinese: `用户是后端工程师，主要使用 Go 语言，对前端框架不熟悉。解释前端问题时，请先用后端的概念做类比，
再给出代码。每周五下午不要部署，因为上次周五发布之后支付服务中断了三个小时，直到周一才有人处理。
提交信息写英文，代码注释可以写中文。数据库迁移必须先在预发布环境运行一遍，确认回滚脚本可用。`,
  'traditional chinese': `這個專案的設定檔放在雲端硬碟裡，不要把它提交到版本庫。測試環境的憑證每九十天更換一次，
過期之前會收到電子郵件通知。若遇到連線逾時，請先檢查代理伺服器的設定，再重新啟動服務。`,
  typescript: `export async function readEntries(storage: Storage): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const { path, size } of storage.list()) {
    if (!path.endsWith('.md') || size > MAX_ENTRY_BYTES) continue;
    const file = await storage.read(path);
    if (file === undefined) continue; // removed in the meantime
    entries.set(path, parseEntry(path, new TextDecoder().decode(file.bytes)));
  }
  return entries;
}`,
  python: `def merge(base: dict[str, int], *others: dict[str, int]) -> dict[str, int]:
    """Adds the counts of all the others to a copy of the first one."""
    result = dict(base)
    for other in others:
        for key, value in other.items():
            result[key] = result.get(key, 0) + value
    return {k: v for k, v in sorted(result.items(), key=lambda kv: -kv[1]) if v != 0}
`,
  shell: `set -euo pipefail
for f in "$@"; do
  sha=$(sha256sum "$f" | cut -d' ' -f1)
  [[ -e "$CACHE_DIR/\${sha:0:2}/$sha" ]] || cp -p -- "$f" "$CACHE_DIR/\${sha:0:2}/$sha"
done 2>/dev/null | tee -a build.log
git log --oneline --since="2 weeks ago" -- packages/core | head -n 20
`,
  json: JSON.stringify(
    {
      name: '@example/service',
      version: '3.1.4',
      scripts: { test: 'vitest run', build: 'tsc -b', lint: 'biome check .' },
      dependencies: { zod: '^4.6.7', yaml: '2.9.1' },
      flags: [true, false, null],
      limits: { requests: 250, burst: 1000, ratio: 0.125 },
    },
    null,
    2,
  ),
  'json on one line': JSON.stringify({
    entries: [
      { path: 'feedback_testing.md', type: 'feedback', size: 812, version: 'e3b0c44298fc1c14' },
      { path: 'user_role.md', type: 'user', size: 93, version: '9af15b336e6a9619' },
    ],
    problems: [],
  }),
  'markdown table': `| Step | Command | Owner |
| --- | --- | --- |
| build | \`pnpm build\` | platform |
| test | \`pnpm test --coverage\` | everyone |
`,
};

describe('the estimate is at most 10 % under and 50 % over a real count', () => {
  for (const [name, text] of Object.entries(texts)) {
    test(name, () => {
      const counted = tokenizer.encode(text, [], []).length;
      const ratio = estimateTokens(text) / counted;
      expect(ratio, `${counted} tokens`).toBeGreaterThanOrEqual(0.9);
      expect(ratio, `${counted} tokens`).toBeLessThanOrEqual(1.5);
    });
  }
});

test('a Chinese character is about one token', () => {
  expect(estimateTokens('每周五下午不要部署')).toBe(9);
});

test('nothing costs nothing', () => {
  expect(estimateTokens('')).toBe(0);
});

test('a megabyte of anything takes linear time', () => {
  for (const piece of [' ', 'a', 'A', 'aA', '1', '-', '\n', '字', '\u0301', '😀', ' \n']) {
    const timeOf = (length: number) => {
      const text = piece.repeat(length / piece.length);
      const start = performance.now();
      estimateTokens(text);
      return performance.now() - start;
    };
    // Other work on the machine only ever adds, so the least of three counts.
    const best = (length: number) => Math.min(timeOf(length), timeOf(length), timeOf(length));
    const quarter = best(250_000);
    expect(best(1_000_000), piece).toBeLessThan(quarter * 8 + 300);
  }
});
