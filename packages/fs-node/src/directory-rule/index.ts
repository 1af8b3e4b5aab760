// Which memory directory a program uses: one rule for every program of the project.
export { chooseDirectory, type DirectoryChoice, type Step } from './choose-directory.js';
export { locateClaudeMemory } from './claude-code-rule.js';
export { memJsonName } from './find-mem-json.js';
export { guardSettings, userSettingsPath } from './guard-settings.js';
export { isInside, resolveLinks } from './inside.js';
export { type Initialised, makeProjectMemory } from './make-project-memory.js';
export { projectWrite, strictestWrite, type WriteAccess } from './project-write.js';
export { directoryExists, makeDirectory, noDirectory } from './require-directory.js';
export { writeRootNote } from './root-note.js';
export type { DirectorySource } from './rule.js';
export { type Surroundings, surroundingsOf } from './surroundings.js';
