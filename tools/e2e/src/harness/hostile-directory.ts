import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer, type Server } from 'node:net';

/** What nobody may ever get to see through the directory: it lies outside. */
export const secret = 'SECRET-OUTSIDE';

export interface HostileDirectory {
  readonly directory: string;
  /** Entries that must be listed in spite of all the rest. */
  readonly good: readonly string[];
  /** What could not be made on this machine, and why. */
  readonly left: readonly string[];
  /** What was done to the things that nobody may touch. */
  faults(): string[];
  remove(): void;
}

const entry = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n\n${body}\n`;

/** A directory with everything in it that is no plain file, and with very many that are. */
export async function makeHostileDirectory(
  scratch: string,
  many: number,
): Promise<HostileDirectory> {
  const directory = `${scratch}/memory`;
  const outside = `${scratch}/outside`;
  fs.mkdirSync(directory);
  fs.mkdirSync(outside);
  fs.writeFileSync(`${outside}/secret.md`, entry('secret', secret));
  const left: string[] = [];
  const server = await addSpecialFiles(directory, left);
  addLinks(directory, outside);
  addOddFiles(directory, left);
  const deep = addDeepFile(directory, 60);
  for (const name of ['harbour', 'lighthouse']) {
    fs.writeFileSync(`${directory}/${name}.md`, entry(name, `The ${name} is open on Tuesday.`));
  }
  fs.mkdirSync(`${directory}/many`);
  for (let at = 0; at < many; at++) {
    fs.writeFileSync(`${directory}/many/${at}.md`, entry(`many-${at}`, `Number ${at}.`));
  }
  const before = kinds(directory);
  return {
    directory,
    good: ['harbour.md', 'lighthouse.md', deep, ...(many > 0 ? ['many/0.md'] : [])],
    left,
    faults: () => [
      ...[...before]
        .filter(([name, kind]) => kinds(directory).get(name) !== kind)
        .map(([name]) => `${name} is not what it was`),
      ...(fs.readdirSync(outside).join() === 'secret.md' ? [] : ['something was written outside']),
    ],
    remove() {
      server?.close();
      fs.rmSync(scratch, { recursive: true, force: true });
    },
  };
}

async function addSpecialFiles(directory: string, left: string[]): Promise<Server | undefined> {
  const make = (what: string, program: string, ...args: string[]) => {
    try {
      execFileSync(program, args, { stdio: 'ignore' });
    } catch {
      left.push(`no ${what} may be made here`);
    }
  };
  make('pipe', 'mkfifo', `${directory}/pipe.md`);
  make('character device', 'mknod', `${directory}/zero.md`, 'c', '1', '5');
  make('block device', 'mknod', `${directory}/block.md`, 'b', '7', '0');
  const server = createServer();
  server.unref();
  return await new Promise((resolve) => {
    server.on('error', () => {
      left.push('no socket may be made here');
      resolve(undefined);
    });
    server.listen(`${directory}/socket.md`, () => resolve(server));
  });
}

function addLinks(directory: string, outside: string): void {
  fs.symlinkSync('loop.md', `${directory}/loop.md`);
  fs.symlinkSync('.', `${directory}/circle`);
  fs.symlinkSync(`${outside}/secret.md`, `${directory}/out.md`);
  fs.symlinkSync(outside, `${directory}/outside`);
  fs.symlinkSync('/dev/zero', `${directory}/endless.md`);
}

function addOddFiles(directory: string, left: string[]): void {
  const undecodable = Buffer.concat([
    Buffer.from(`${directory}/`),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('.md'),
  ]);
  try {
    fs.writeFileSync(undecodable, 'x');
  } catch {
    left.push('no name that is not UTF-8 may be made here');
  }
  fs.writeFileSync(`${directory}/sparse.md`, '');
  fs.truncateSync(`${directory}/sparse.md`, 2 * 1024 ** 3);
  fs.writeFileSync(`${directory}/unreadable.md`, entry('unreadable', 'x'), { mode: 0o000 });
  if (process.getuid?.() === 0) left.push('nothing is unreadable for this user');
}

function addDeepFile(directory: string, levels: number): string {
  const folder = 'd/'.repeat(levels);
  fs.mkdirSync(`${directory}/${folder}`, { recursive: true });
  fs.writeFileSync(`${directory}/${folder}deep.md`, entry('deep', 'Far below.'));
  return `${folder}deep.md`;
}

/** What each name at the top is, without looking into it. */
function kinds(directory: string): Map<string, string> {
  const names = fs.readdirSync(directory, { encoding: 'buffer' });
  return new Map(
    names
      .filter((name) => name[0] !== 46 && name.toString() !== 'MEMORY.md')
      .map((name) => {
        const path = Buffer.concat([Buffer.from(`${directory}/`), name]);
        const status = fs.lstatSync(path);
        return [name.toString('latin1'), `${status.mode} ${status.ino} ${status.size}`];
      }),
  );
}
