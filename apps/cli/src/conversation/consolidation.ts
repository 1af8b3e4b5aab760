// What only `mem distill` takes of the storage: loaded with it, not with every verb that reads.
export { countConversations, createConsolidationLock } from '@mem/fs-node';
