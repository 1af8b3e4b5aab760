/** The four types of the format. Files may hold others; those are read and kept as they are. */
export const memoryTypes = ['user', 'feedback', 'project', 'reference'] as const;
export type MemoryType = (typeof memoryTypes)[number];

/** True for exactly the four spellings; `Feedback` is not one of them. */
export function isMemoryType(value: unknown): value is MemoryType {
  return memoryTypes.includes(value as MemoryType);
}
