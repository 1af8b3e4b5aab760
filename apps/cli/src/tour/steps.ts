/** One thing done on the tour: a call of `mem`, or a line added to a file by hand. */
export type TourStep = {
  /** What it shows, for the reader. */
  readonly title: string;
} & (MemCall | HandEdit);

export interface MemCall {
  readonly kind: 'mem';
  readonly arguments: readonly string[];
  /** Must all stand in the output. */
  readonly shows: readonly string[];
  /** Must not. */
  readonly hides?: readonly string[];
}

export interface HandEdit {
  readonly kind: 'edit';
  readonly file: string;
  readonly line: string;
}

export const tourSteps: readonly TourStep[] = [
  mem('Make a memory directory.', ['init'], ['Made']),
  save('Save what the user is like …', {
    name: 'Role',
    type: 'user',
    description: 'Maintains the export service, new to its front end',
    body: 'Explain front end matters by comparison with the back end.',
  }),
  save('… a correction …', {
    name: 'no-friday-releases',
    type: 'feedback',
    description: 'Releases go out Monday to Thursday',
    body: '**Why:** the on-call team is small at weekends.\n**How to apply:** offer the next Monday.',
  }),
  save('… a fact about the project, in Chinese …', {
    name: '部署窗口',
    type: 'project',
    description: '周二上午部署',
    body: '只在周二上午部署，先灰度一台机器。',
  }),
  save('… and where to look things up.', {
    name: 'Dashboards',
    type: 'reference',
    description: 'Latency of the export service is on the team board',
    body: 'The board "exports" shows latency; see also [[no-friday-releases]].',
  }),
  mem(
    'The index that an agent loads at every start:',
    ['index'],
    ['(no-friday-releases.md)', '部署窗口'],
  ),
  mem('Search, in any language.', ['search', 'weekends'], ['no-friday-releases'], ['Dashboards']),
  mem('', ['search', '部署'], ['周二']),
  mem('The block for a model’s prompt:', ['context'], ['small at weekends', '灰度', 'latency']),
  {
    kind: 'edit',
    title: 'Somebody edits a file by hand …',
    file: 'no-friday-releases.md',
    line: 'Hotfixes are exempt.',
  },
  mem('… and the next search sees it.', ['search', 'hotfixes'], ['no-friday-releases']),
  mem('Nothing is wrong with the directory:', ['check'], ['No problems.']),
  mem('Delete a memory …', ['delete', 'no-friday-releases'], ['no-friday-releases.md']),
  mem('', ['list'], ['Role', 'Dashboards', '部署窗口'], ['no-friday-releases']),
  mem('… and take that back.', ['undo'], ['no-friday-releases']),
  mem('', ['show', 'no-friday-releases'], ['Hotfixes are exempt.']),
];

function mem(
  title: string,
  words: readonly string[],
  shows: readonly string[],
  hides: readonly string[] = [],
): TourStep {
  return { kind: 'mem', title, arguments: words, shows, hides };
}

interface Saved {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly body: string;
}

function save(title: string, { name, type, description, body }: Saved): TourStep {
  const options = ['--type', type, '--description', description, '--body', body];
  return mem(title, ['save', name, ...options], ['Saved', name]);
}
