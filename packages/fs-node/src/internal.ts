// For packages of ours that work in the same hidden folder; not a public interface.
export { errorCode, explain, isAbsent } from './failures.js';
export { localFileSystem } from './file-system.js';
export { holdLock } from './lock.js';
export { MemoryDirectory } from './memory-directory.js';
export { hiddenFolder, placeOf } from './places.js';
export { ownIdentity, type ProcessIdentity, stateOf } from './process-identity.js';
export { discard, nonce, writeTemp } from './temp-file.js';
export { sha256 } from './versions.js';
export { Workplace } from './workplace.js';
