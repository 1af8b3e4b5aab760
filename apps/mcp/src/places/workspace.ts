// A module of its own, so that it is loaded by itself.
export { createWorkspace } from '@mem/fs-node';
