import { globalOptions, type OptionSpec, type OptionTable } from './arguments/option.js';
import type { Command } from './command.js';
import { type Page, styled } from './terminal/page.js';

/** `mem --help`, and `mem` alone. */
export function generalHelp(verbs: ReadonlyMap<string, Command>): Page {
  const width = Math.max(...[...verbs.keys()].map((name) => name.length));
  return [
    'mem reads, searches and edits the memory directory of an AI agent: Markdown files, often\n',
    'those that Claude Code already writes.\n\n',
    styled('bold', 'Usage'),
    '\n  mem VERB [ARGUMENTS] [OPTIONS]\n\n',
    styled('bold', 'Verbs'),
    '\n',
    ...[...verbs].flatMap(([name, { summary }]) => [
      '  ',
      styled('cyan', name.padEnd(width)),
      `  ${summary}\n`,
    ]),
    '\n',
    styled('bold', 'Options of every verb'),
    '\n',
    optionLines({
      ...globalOptions,
      version: { type: 'boolean', description: 'print the version' },
    }),
    '\n',
    styled('bold', 'Examples'),
    '\n  mem where\n  mem list\n  mem search "release friday"\n',
    '  mem save no-friday-releases --type feedback --description "No releases on a Friday"\n\n',
    'mem VERB --help explains a verb. Exit codes: 0 done, 1 not found or problems found,\n',
    '2 wrong usage, 3 conflict or ambiguous name, 4 refused, 5 storage failure.\n',
  ];
}

/** `mem VERB --help` */
export function commandHelp({ usage, summary, details, options, examples }: Command): Page {
  return [
    styled('bold', 'Usage'),
    `\n  mem ${usage}\n\n`,
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.\n`,
    details === '' ? '' : `${details}\n`,
    '\n',
    styled('bold', 'Options'),
    '\n',
    optionLines({ ...options, ...globalOptions }),
    '\n',
    styled('bold', 'Examples'),
    '\n',
    ...examples.map((example) => `  ${example}\n`),
  ];
}

function optionLines(options: OptionTable): string {
  const rows = Object.entries(options).map(
    ([name, spec]) => [optionTitle(name, spec), spec.description] as const,
  );
  const width = Math.max(...rows.map(([title]) => title.length));
  return rows.map(([title, text]) => `  ${title.padEnd(width)}  ${text}\n`).join('');
}

function optionTitle(name: string, { short, value }: OptionSpec): string {
  return `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`;
}
