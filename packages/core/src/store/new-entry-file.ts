import { renderEntryFile } from '../entry-file/render-entry-file.js';
import type { SaveInput } from '../memory-store.js';
import { fileNameFor } from '../name.js';
import { cleanProvenance, type Provenance } from '../provenance.js';
import type { StoragePath } from '../storage.js';
import { storagePath } from '../storage-path.js';
import { definedOf } from './defined-of.js';
import { type DirectorySnapshot, fileNamesIn } from './directory-view.js';
import { newEntryShape } from './new-entry-shape.js';
import type { StoreWorld } from './store-world.js';
import type { NewEntryFields } from './validate-fields.js';

/** The file that a new entry becomes: where it goes and what it holds. */
export function newEntryFile(
  world: StoreWorld,
  snapshot: DirectorySnapshot,
  { name, description, type, body }: SaveInput & NewEntryFields,
  provenance: Provenance | undefined,
): { readonly path: StoragePath; readonly bytes: Uint8Array } {
  const path = storagePath(fileNameFor(name, fileNamesIn(snapshot, '')));
  const shape = newEntryShape(world.newEntryShape, snapshot.entries);
  const fields = { name, description, type, body: body ?? '' };
  return {
    path,
    bytes: renderEntryFile(
      { ...fields, ...definedOf({ provenance: cleanProvenance(provenance) }) },
      shape,
    ),
  };
}
