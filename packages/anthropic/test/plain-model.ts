/**
 * What the memory tool should do, in the plainest way: texts by path, folders where a path needs
 * them. Written from the vendor's documentation, without a look at the code that it judges.
 */
export class PlainModel {
  readonly files = new Map<string, string>();

  run(input: Readonly<Record<string, unknown>>): string {
    const { command, path, old_path, new_path } = input as Record<string, string>;
    switch (command) {
      case 'view':
        return this.#view(path!, input.view_range as [number, number] | undefined);
      case 'create': {
        if (this.#aboveIsFile(path!)) return '*';
        if (this.#isFolder(path!)) return '*';
        if (this.files.has(path!)) return `Error: File ${path} already exists`;
        this.files.set(path!, input.file_text as string);
        return `File created successfully at: ${path}`;
      }
      case 'str_replace':
        return this.#replace(path!, input.old_str as string, (input.new_str as string) ?? '');
      case 'insert':
        return this.#insert(path!, input.insert_line as number, input.insert_text as string);
      case 'delete': {
        const doomed = this.#below(path!);
        if (doomed.length === 0) return `Error: The path ${path} does not exist`;
        for (const name of doomed) this.files.delete(name);
        return `Successfully deleted ${path}`;
      }
      case 'rename':
        return this.#rename(old_path!, new_path!);
      default:
        return '*';
    }
  }

  #below(path: string): string[] {
    return [...this.files.keys()].filter((name) => name === path || name.startsWith(`${path}/`));
  }

  #isFolder(path: string): boolean {
    return this.#below(path).some((name) => name !== path);
  }

  #aboveIsFile(path: string): boolean {
    return [...this.files.keys()].some((name) => path.startsWith(`${name}/`));
  }

  #view(path: string, range?: [number, number]): string {
    const text = this.files.get(path);
    if (text === undefined) {
      if (path === '/memories' || this.#isFolder(path)) return this.#folder(path);
      return `The path ${path} does not exist. Please provide a valid path.`;
    }
    const heading = `Here's the content of ${path} with line numbers:\n`;
    if (text === '') return `${heading}(empty file)`;
    const lines = text.replace(/\n$/, '').split('\n');
    const [first, last] = range ?? [1, -1];
    const end = last === -1 ? lines.length : Math.min(last, lines.length);
    if (first < 1 || first > lines.length || end < first) return '*';
    const numbered = lines.map((line, at) => `${`      ${at + 1}`.slice(-6)}\t${line}`);
    return heading + numbered.slice(first - 1, end).join('\n');
  }

  #folder(path: string): string {
    const shown = new Map<string, number>();
    for (const [name, text] of this.files) {
      if (!name.startsWith(`${path}/`)) continue;
      const size = Buffer.byteLength(text);
      const parts = name.slice(path.length + 1).split('/');
      shown.set('', (shown.get('') ?? 0) + size);
      for (let depth = 1; depth <= Math.min(2, parts.length); depth++) {
        const key = `/${parts.slice(0, depth).join('/')}${depth < parts.length ? '/' : ''}`;
        shown.set(key, (shown.get(key) ?? 0) + size);
      }
    }
    if (shown.size === 0) shown.set('', 0);
    const lines = [...shown.keys()].sort().map((key) => `${shown.get(key)}B\t${path}${key}`);
    return `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:\n${lines.join('\n')}`;
  }

  #replace(path: string, wanted: string, replacement: string): string {
    const text = this.files.get(path);
    if (text === undefined) {
      return `Error: The path ${path} does not exist. Please provide a valid path.`;
    }
    const places = text
      .split('')
      .map((_, at) => at)
      .filter((at) => text.startsWith(wanted, at));
    if (places.length === 0) {
      return `No replacement was performed, old_str \`${wanted}\` did not appear verbatim in ${path}.`;
    }
    if (places.length > 1) {
      const lines = places.map((at) => text.slice(0, at).split('\n').length);
      return `No replacement was performed. Multiple occurrences of old_str \`${wanted}\` in lines: ${lines.join(', ')}. Please ensure it is unique`;
    }
    this.files.set(path, text.split(wanted).join(replacement));
    return '*The memory file has been edited.';
  }

  #insert(path: string, line: number, added: string): string {
    const text = this.files.get(path);
    if (text === undefined) return `Error: The path ${path} does not exist`;
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    if (line < 0 || line > lines.length) {
      return `Error: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`;
    }
    if (text === '') this.files.set(path, added);
    else {
      lines.splice(line, 0, added.replace(/\n$/, ''));
      this.files.set(path, lines.join('\n') + (text.endsWith('\n') ? '\n' : ''));
    }
    return `The file ${path} has been edited.`;
  }

  #rename(from: string, to: string): string {
    const moved = this.#below(from);
    if (moved.length === 0) return `Error: The path ${from} does not exist`;
    if (to.startsWith(`${from}/`)) return '*';
    if (this.#below(to).length > 0) return `Error: The destination ${to} already exists`;
    if (this.#aboveIsFile(to)) return '*';
    for (const name of moved) {
      this.files.set(to + name.slice(from.length), this.files.get(name) ?? '');
      this.files.delete(name);
    }
    return `Successfully renamed ${from} to ${to}`;
  }
}
