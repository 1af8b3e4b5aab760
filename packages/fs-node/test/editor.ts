import { appendFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Edits files of a directory, one edit for each line on standard input, and answers when it is done.
const directory = process.argv[2]!;
let round = 0;

function edit(): void {
  const names = readdirSync(directory).filter((name) => name.endsWith('.md'));
  const some = join(directory, names[(round * 7) % names.length] ?? 'first.md');
  const edits = [
    () => writeFileSync(some, `number ${String(round).padStart(4, '0')}`),
    () => writeFileSync(join(directory, `new${round}.md`), `number ${round}`),
    () => appendFileSync(some, ' more'),
    () => renameSync(some, join(directory, `renamed${round}.md`)),
    () => {
      writeFileSync(join(directory, '.aside'), `number ${round}`);
      renameSync(join(directory, '.aside'), some);
    },
    () => rmSync(some, { force: true }),
  ];
  edits[round++ % edits.length]!();
}

process.stdin.on('data', () => {
  edit();
  process.stdout.write('done\n');
});
