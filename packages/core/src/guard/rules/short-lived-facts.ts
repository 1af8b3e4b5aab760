import type { Place, TextRule } from '../hit.js';

const common = { group: 'short-lived', action: 'warn' } as const;

/** Numbers of pull requests and names of branches: gone with the next merge. */
export const branchOrRequest: TextRule = {
  ...common,
  id: 'branch-or-request',
  title:
    'the number of a request or the name of a branch, which the repository knows and soon closes',
  fix: 'Leave it to the repository; keep what was decided there, and why.',
  find: (text) =>
    places(text, [
      /\b(?:PRs?|pull[- ]requests?|merge[- ]requests?|MRs?)(?: no\.?| nr\.?)? ?[#!]?\d{1,6}\b/gi,
      /\b(?:(?:on|from|in|onto|into|to) (?:the )?(?:feature |topic |working |current )?branch|checked out|auf dem (?:Zweig|Branch)|im (?:Zweig|Branch)|Branch:) [`'"]?[\w.-]{1,60}\/\w/gi,
      /(?:PR|合并请求|拉取请求|プルリク(?:エスト)?) ?[#＃!]?\d{1,6}/g,
      /(?:在|于|分支) ?[`'"]?[\w.-]{1,60}\/[\w-]{1,60}[`'"]? ?(?:分支|ブランチ)/g,
    ]),
};

/** How far the work of the day has come. */
export const taskProgress: TextRule = {
  ...common,
  id: 'task-progress',
  title: 'the progress of a task, which is old when the task is done',
  fix: 'Put it into the plan, the task list or the session notes; keep here what outlives the task.',
  find: (text) =>
    places(text, [
      /\b(?:currently|still|now) (?:working on|implementing|debugging|fixing|refactoring|migrating|in progress|blocked)\b/gi,
      /\b(?:work in progress|WIP|half[- ]done|halfway through|remaining (?:tasks?|steps?|work)|still to (?:do|be done)|done so far|next steps?:|what(?:'s| is) left:|left to do)\b/gi,
      /\b(?:steps?|phases?|tasks?|schritt|phase|aufgabe) \d{1,3} (?:of|\/|von) \d{1,3}\b/gi,
      /^[ \t]{0,12}[-*] \[[ x]\] /gim,
      /\b(?:arbeite(?:n)? (?:gerade|derzeit|aktuell|momentan)|(?:gerade|derzeit|aktuell|momentan) (?:in Arbeit|dabei)|noch (?:offen|zu tun|zu erledigen)|nächste[rn]? Schritte?:?|bisher erledigt|halb fertig)/gi,
      /(?:正在(?:进行|处理|实现|修复|开发|调试|重构|迁移)|目前进度|当前进度|当前任务|进行中|下一步|尚未完成|还没(?:做|完成)|剩余(?:任务|步骤)|已完成 ?\d)/g,
      /(?:作業中|対応中|進行中|次のステップ|残りの(?:作業|タスク)|実装中)/g,
    ]),
};

/** What was said for one occasion. */
export const thisTime: TextRule = {
  ...common,
  id: 'this-time',
  title: 'something said for now or for this time, which later conversations would take for a rule',
  fix: 'Leave it to this conversation; or say until when it holds, with a date.',
  find: (text) =>
    places(text, [
      /\b(?:(?:just |only )?(?:for )?this (?:one )?time(?: only)?|(?:just |only )?this once|for now|for the (?:moment|time being)|for today|just today|temporarily|until further notice|in this (?:session|conversation|chat))\b/gi,
      /\b(?:diesmal|dieses Mal|dies eine Mal|nur heute|für (?:heute|jetzt|den Moment|den Augenblick)|fürs Erste|vorerst|vorläufig|einstweilen|bis auf Weiteres|in diese(?:r Sitzung|m Gespräch|m Chat)|vorübergehend)\b/gi,
      /(?:这次|这一次|此次|本次(?:会话|对话|任务)|暂时|目前先|先这样|临时(?:先|用|改)|就今天|暫時)/g,
      /(?:今回(?:だけ|は|のみ)|とりあえず|当面は|一時的に|この会話)/g,
      /(?:이번(?:만|에는|에만)|당분간|일단은|임시로)/g,
    ]),
};

function* places(text: string, patterns: readonly RegExp[]): Iterable<Place> {
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      yield { start: match.index, end: match.index + match[0].length };
    }
  }
}
