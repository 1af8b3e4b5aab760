import { type GuardOptions, reportsSkipped, type Storage, type StoragePath } from '@mem/core';
import { type Call, defineCommand, type InDirectory } from '../command.js';
import { notSo } from '../exit-code.js';
import type { Scan, ScanFinding } from '../scan/scan-texts.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { count } from '../view.js';

const options = {
  history: { type: 'boolean', description: 'every version that the history ever had, too' },
} as const;

export const scan = defineCommand({
  usage: 'scan [--history]',
  summary: 'look for secrets, hidden characters and text to the model; exit 1 when there are any',
  details:
    'Looks at memories, MEMORY.md, logs, what is kept in .mem, and the names of files; with --history at\nevery version and message on every branch. Tells rule, file, line and commit, never the value, and\nwhat it could not look at. How to get rid of one for good is told in docs/purge-a-secret.md.',
  options,
  positionals: [0, 0],
  examples: ['mem scan', 'mem scan --history', 'mem scan --history --json'],
  async run(call) {
    const { directory, result } = await scanDirectory(call);
    const { findings, files, commits, skipped } = result;
    const places = [
      count(files, 'file', 'files'),
      ...(commits === null ? [] : [count(commits, 'commit', 'commits')]),
    ];
    return {
      json: { directory, findings, files, commits, skipped },
      page: findings.flatMap(findingLines),
      notes: [
        ...skipped.map(
          (path) =>
            `Not looked at, as it is a link or no file, is too large, or cannot be read: ${oneLine(path)}\n`,
        ),
        findings.length === 0
          ? `Nothing found in ${places.join(' and ')}.\n`
          : `${count(findings.length, 'finding', 'findings')} in ${places.join(' and ')}. Change each secret first where it is used.\n`,
      ],
      exitCode: findings.length === 0 ? 0 : notSo,
    };
  },
});

interface ScanResult {
  readonly findings: readonly ScanFinding[];
  readonly files: number;
  readonly commits: number | null;
  readonly skipped: readonly string[];
}

async function scanDirectory(call: Call<typeof options>): Promise<InDirectory<ScanResult>> {
  const [{ Scan }, { readableText }, { redactSecrets }] = await Promise.all([
    import('../scan/scan-texts.js'),
    import('../scan/readable-text.js'),
    import('@mem/core'),
  ]);
  const guard: GuardOptions = await call.guard();
  const looked = new Scan(guard, call.world.now());
  const { directory, result } = await call.read((_, storage) => scanFiles(storage, looked));
  const { keptCopies } = await import('../scan/kept-copies.js');
  let files = result.files;
  const closed: string[] = [];
  for (const { path, bytes } of keptCopies(directory)) {
    if (bytes === undefined) {
      closed.push(path);
      continue;
    }
    looked.look({ file: path, commit: null, text: readableText(bytes) });
    files++;
  }
  for (const path of [...result.skipped, ...closed]) looked.lookAtName(path, null);
  const history = call.options.history ? await scanHistory(directory, looked, call) : undefined;
  const skipped = [...result.skipped, ...closed, ...(history?.skipped ?? [])].map((path) =>
    redactSecrets(path),
  );
  const commits = history?.commits ?? null;
  return {
    directory,
    result: { findings: looked.findings, files, commits, skipped },
    warnings: [],
  };
}

async function scanFiles(storage: Storage, looked: Scan) {
  const { readableText } = await import('../scan/readable-text.js');
  const paths: StoragePath[] = [];
  const skipped = reportsSkipped(storage)
    ? (await storage.skipped()).map(({ path }): string => path)
    : [];
  for await (const { path } of storage.list()) paths.push(path);
  for (const path of paths.sort()) {
    try {
      const file = await storage.read(path);
      if (file) looked.look({ file: path, commit: null, text: readableText(file.bytes) });
    } catch {
      skipped.push(path);
    }
  }
  return { files: paths.length, skipped };
}

async function scanHistory(directory: string, looked: Scan, { world }: Call<typeof options>) {
  const [{ eachPastFile }, { keptHistory }, { readableText }] = await Promise.all([
    import('@mem/git'),
    import('@mem/git/kept-history'),
    import('../scan/readable-text.js'),
  ]);
  const git = { environment: world.environment };
  const mode = keptHistory(directory) ?? 'auto';
  return eachPastFile(directory, { git, mode }, ({ commit, path, bytes }) =>
    looked.look({ file: path ?? null, commit, text: readableText(bytes) }),
  );
}

function findingLines({ file, line, column, rule, commit, message }: ScanFinding): Page {
  const place = `${oneLine(file ?? 'message')}:${line}:${column}`;
  const when = commit === null ? '' : `${commit.slice(0, 12)} `;
  return [styled('dim', when), styled('bold', place), ` ${rule}: ${message}\n`];
}
