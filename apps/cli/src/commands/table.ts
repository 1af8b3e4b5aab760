import type { Command } from '../command.js';

/** Each verb is loaded when it is called: starting `mem` costs nothing of what it does not do. */
export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map<
  string,
  () => Promise<Command>
>([
  ['save', async () => (await import('./save.js')).save],
  ['update', async () => (await import('./update.js')).update],
  ['show', async () => (await import('./show.js')).show],
  ['list', async () => (await import('./list.js')).list],
  ['search', async () => (await import('./search.js')).search],
  ['recall', async () => (await import('./recall.js')).recall],
  ['context', async () => (await import('./context.js')).context],
  ['index', async () => (await import('./index.js')).index],
  ['check', async () => (await import('./check.js')).check],
  ['verify', async () => (await import('./verify.js')).verify],
  ['status', async () => (await import('./status.js')).status],
  ['edit', async () => (await import('./edit.js')).edit],
  ['rename', async () => (await import('./rename.js')).rename],
  ['delete', async () => (await import('./delete.js')).deleteEntry],
  ['pending', async () => (await import('./pending.js')).pending],
  ['undo', async () => (await import('./undo.js')).undo],
  ['log', async () => (await import('./log.js')).log],
  ['diff', async () => (await import('./diff.js')).diff],
  ['blame', async () => (await import('./blame.js')).blame],
  ['restore', async () => (await import('./restore.js')).restore],
  ['review', async () => (await import('./review.js')).review],
  ['sync', async () => (await import('./sync.js')).sync],
  ['conflicts', async () => (await import('./conflicts.js')).conflicts],
  ['resolve', async () => (await import('./resolve.js')).resolve],
  ['merge-driver', async () => (await import('./merge-driver.js')).mergeDriver],
  ['where', async () => (await import('./where.js')).where],
  ['init', async () => (await import('./init.js')).init],
  ['completion', async () => (await import('./completion.js')).completion],
  ['tour', async () => (await import('./tour.js')).tour],
]);
