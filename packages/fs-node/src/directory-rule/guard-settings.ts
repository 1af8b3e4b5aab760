import { join } from 'node:path';
import { type GuardOptions, isMemoryError, MemoryError } from '@mem/core';
import { findMemJson } from './find-mem-json.js';
import { readJsonObject } from './read-json.js';
import type { Surroundings } from './surroundings.js';

type Settings = Pick<Surroundings, 'environment' | 'homeDirectory' | 'workingDirectory'>;

/**
 * What must not be stored, by the `guard` of the user's own settings and of the nearest `.mem.json`
 * above the working directory and above the memory directory. The user's may loosen the built-in
 * rules. A `.mem.json` may have come with a repository, so it only tightens.
 *
 * @throws MemoryError REFUSED when a settings file cannot be used: it may have meant to tighten
 */
export async function guardSettings(
  settings: Settings,
  memoryDirectory: string,
): Promise<GuardOptions> {
  const path = userSettingsPath(settings);
  const own = guardOf(path, readJsonObject(path));
  const projects = projectFiles(settings, memoryDirectory).flatMap((found) => {
    const guard = guardOf(found.path, found.file);
    return guard ? [{ path: found.path, guard }] : [];
  });
  if (own === undefined && projects.length === 0) return {};
  const { tightenGuard } = await import('@mem/core');
  let options: GuardOptions = own ?? {};
  named(path, () => tightenGuard({}, options));
  for (const project of projects) {
    options = named(project.path, () => tightenGuard(options, project.guard));
  }
  return options;
}

/** Beside the settings of other programs; never in a project. */
export function userSettingsPath({ environment, homeDirectory }: Settings): string {
  const folder = environment.XDG_CONFIG_HOME?.startsWith('/')
    ? environment.XDG_CONFIG_HOME
    : join(homeDirectory, '.config');
  return join(folder, 'mem', 'config.json');
}

function projectFiles({ workingDirectory }: Settings, memoryDirectory: string) {
  const here = findMemJson(workingDirectory);
  const there = findMemJson(memoryDirectory);
  return [here, there?.path === here?.path ? undefined : there].filter(
    (found) => found !== undefined,
  );
}

const keys: ReadonlySet<string> = new Set(['policy', 'strict', 'rules']);

function guardOf(path: string, file: ReturnType<typeof readJsonObject>): GuardOptions | undefined {
  if (file.kind === 'absent') return undefined;
  if (file.kind === 'faulty') throw refused(`${path} ${file.fault}.`);
  const { guard } = file.value;
  if (guard === undefined) return undefined;
  if (typeof guard !== 'object' || guard === null || Array.isArray(guard)) {
    throw refused(`"guard" in ${path} must be an object.`);
  }
  const unknown = Object.keys(guard).find((key) => !keys.has(key));
  if (unknown !== undefined) {
    throw refused(
      `"guard" in ${path} has ${JSON.stringify(unknown.slice(0, 60))}; it may have ${[...keys].join(', ')}.`,
    );
  }
  const { strict } = guard as GuardOptions;
  if (strict !== undefined && typeof strict !== 'boolean') {
    throw refused(`"strict" of the guard in ${path} must be true or false.`);
  }
  return guard;
}

function named<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isMemoryError(error) ? refused(`${path}: ${error.message}`) : error;
  }
}

function refused(fault: string): MemoryError {
  return new MemoryError('REFUSED', `${fault} Nothing was written. Mend the file.`);
}
