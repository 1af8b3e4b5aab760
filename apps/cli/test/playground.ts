import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../dist/mem.js', import.meta.url));

export interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly json: Record<string, never> & { error?: Record<string, unknown> };
}

export interface CallOptions {
  readonly input?: string | Buffer;
  readonly cwd?: string;
  readonly environment?: Record<string, string>;
  /** Another user to run as, which only root can do. */
  readonly uid?: number;
  /** Another copy of the program. */
  readonly program?: string;
}

/** A home, a project and a memory directory of their own, below one temporary folder. */
export class Playground {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), 'mem-cli-')));
  readonly home = this.folder('home');
  readonly project = this.folder('project');
  readonly memory = this.folder('memory');

  /** Calls the built program in the project, on the memory directory unless the words say else. */
  mem(words: readonly string[], options: CallOptions = {}): Answer {
    return this.call(words, {
      ...options,
      environment: { MEM_DIR: this.memory, ...options.environment },
    });
  }

  /** Without a directory given. */
  call(words: readonly string[], options: CallOptions = {}): Answer {
    const file = options.program ?? program;
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
      cwd: options.cwd ?? this.project,
      env: { PATH: process.env.PATH, HOME: this.home, ...options.environment },
      input: options.input ?? '',
      maxBuffer: 256 * 1024 * 1024,
      ...(options.uid !== undefined && { uid: options.uid }),
    });
    const out = stdout.toString('utf8');
    return { code: status, out, err: stderr.toString('utf8'), json: parsed(out) };
  }

  /** A copy that every user can read, wherever the checkout is. */
  copyProgram(): string {
    const copy = join(this.top, 'program');
    cpSync(dirname(program), copy, { recursive: true });
    chmodSync(this.top, 0o755);
    return join(copy, 'mem.js');
  }

  folder(path: string): string {
    const full = join(this.top, path);
    mkdirSync(full, { recursive: true });
    return full;
  }

  write(path: string, content: string | Uint8Array): string {
    const full = join(this.top, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    return full;
  }

  /** An entry's file, as another program would write it. */
  entry(file: string, fields: Record<string, string>, body = 'Body.\n'): string {
    const header = Object.entries(fields).map(([key, value]) => `${key}: ${value}\n`);
    return this.write(`memory/${file}`, `---\n${header.join('')}---\n\n${body}`);
  }

  read(path: string): string {
    return readFileSync(join(this.top, path), 'utf8');
  }

  /** Every file with its bytes, kind and times: equal snapshots mean that nothing happened. */
  snapshot(folder = this.top): Record<string, string> {
    const found: Record<string, string> = {};
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(folder, name);
      const status = lstatSync(path);
      const bytes = status.isFile() && status.size < 1e6 ? readFileSync(path) : '';
      const hash = createHash('sha256').update(bytes).digest('hex');
      found[name] = `${status.mode} ${status.size} ${status.mtimeMs} ${status.ctimeMs} ${hash}`;
    }
    return found;
  }

  remove(): void {
    rmSync(this.top, { recursive: true, force: true });
  }
}

function parsed(text: string): Answer['json'] {
  try {
    return JSON.parse(text) as Answer['json'];
  } catch {
    return {} as Answer['json'];
  }
}
