import { oneOf } from '../arguments/one-of.js';
import { defineCommand } from '../command.js';
import { completionScripts, shells } from '../completion/scripts.js';

export const completion = defineCommand({
  usage: 'completion bash|zsh|fish',
  summary: 'print the script that lets a shell complete verbs, options and names of memories',
  details: `bash  source <(mem completion bash), in ~/.bashrc
zsh   source <(mem completion zsh), in ~/.zshrc after compinit
fish  mem completion fish > ~/.config/fish/completions/mem.fish`,
  options: {},
  positionals: [1, 1],
  completes: shells,
  examples: ['source <(mem completion bash)', 'mem completion fish | source'],
  async run({ positionals }) {
    const shell = oneOf('SHELL', positionals[0], shells)!;
    const script = completionScripts[shell];
    return { json: { shell, script }, page: [script] };
  },
});
