import { directoryWriting, openingCore, programConfig } from '../../rolldown.program.ts';

// What every start loads. The entry itself is no part of it: parts must not need the entry.
const starting =
  /cli.src.(arguments.(?!ignore[.])|terminal.|commands.(table|type-option)[.]|command[.]|exit-code[.]|print[.]|run[.]|world[.])|directory-rule.inside[.]|core.src.(errors|memory-type|visible-text)[.]/;

/** What tells a change that is not committed whether it should be. */
const missing = '(?:lost-history|attributes-line)[.]';
/** Of the search, what only a program that searches twice needs. */
const searchingAgain = '(?:live-index|ranked-index|postings|term-dictionary)[.]';

const reading = new RegExp(
  [
    'cli.src.(call|open-store|view)[.]|git.src.(?:file-status|kept-history|sparse-place)[.]',
    'fs-node.src.directory-rule.',
    `(?!${directoryWriting})fs-node.src.(?!directory-rule|workspace|consolidation-lock|count-conversations)`,
    `core.src.search.(?!${searchingAgain})`,
    'core.src.store.search-',
    ...openingCore,
  ].join('|'),
);

export default programConfig('mem', [
  { name: 'start', test: starting },
  // What every verb that reads memories loads, as one file: most starts are of those.
  { name: 'read', test: reading },
  { name: 'write', test: new RegExp(`${directoryWriting}|git.src.${missing}`) },
  { name: 'search-again', test: new RegExp(`core.src.search.${searchingAgain}`) },
  { name: 'session', test: /packages.session.src/ },
  // Loaded only where a history is kept or asked for.
  {
    name: 'git',
    test: new RegExp(`packages.git.src.(?!file-status|kept-history|sparse-place|${missing})`),
  },
]);
