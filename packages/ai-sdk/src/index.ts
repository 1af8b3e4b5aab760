export type { GenerateOptions } from './generate.js';
export { type MemoryToolsOptions, memoryTools } from './memory-tools.js';
export { modelFunction, type TextFunction, type TextRequest } from './model-function.js';
export { modelSelector, type SelectorOptions } from './model-selector.js';
