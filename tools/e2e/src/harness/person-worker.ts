// A person whose editor asks for no lock: edits one memory at random moments, half of the times in
// place, half by a new file, and looks a moment later where the words are. Arguments: directory,
// number of edits.
import * as fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { now, type PersonEdit } from './person-report.ts';

const [directory = '', count = '0'] = process.argv.slice(2);
const note = `${directory}/note.md`;
const edits: PersonEdit[] = [];

/** The header as it stands, and a new body. */
function textWith(mark: string): string {
  const header = /^---\n[\s\S]*?\n---\n/.exec(fs.readFileSync(note, 'utf8'))?.[0];
  const fallback = '---\nname: note\ndescription: of a person\ntype: project\n---\n';
  return `${header ?? fallback}\n${mark}. ${'A word of mine. '.repeat(100)}\n`;
}

function editInPlace(text: string): void {
  const descriptor = fs.openSync(note, 'w');
  spin(Math.random() * 0.5);
  fs.writeSync(descriptor, text);
  fs.closeSync(descriptor);
}

function editByRename(text: string): void {
  fs.writeFileSync(`${directory}/.note.md.swp`, text);
  fs.renameSync(`${directory}/.note.md.swp`, note);
}

/** For a part of a millisecond, for which no timer is exact enough. */
function spin(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

function find(mark: string): PersonEdit['found'] {
  const holds = (path: string) => {
    try {
      return fs.readFileSync(path, 'utf8').includes(`${mark}.`);
    } catch {
      return false;
    }
  };
  const below = (folder: string) => {
    if (!fs.existsSync(folder)) return [];
    const names = fs.readdirSync(folder).sort().reverse().slice(0, 1000);
    return names.map((name) => `${folder}/${name}`);
  };
  if (holds(note)) return 'file';
  if (below(`${directory}/.mem/conflicts/note.md`).some(holds)) return 'conflicts';
  if (below(`${directory}/.mem/trash`).some(holds)) return 'trash';
  return holds(note) ? 'file' : 'nowhere';
}

for (let at = 0; at < Number(count); at++) {
  await pause(Math.random() * 12);
  const mark = `edit-${at}-${process.pid}`;
  const way = Math.random() < 0.5 ? 'in place' : 'by rename';
  const text = textWith(mark);
  const began = now();
  if (way === 'in place') editInPlace(text);
  else editByRename(text);
  const ended = now();
  await pause(25);
  edits.push({ way, began, ended, found: find(mark) });
}
process.stdout.write(JSON.stringify(edits));
