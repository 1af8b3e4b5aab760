import type { GuardOptions } from '../guard/guard-options.js';
import type { Provenance } from '../provenance.js';
import type { Storage } from '../storage.js';
import type { DirectoryView } from './directory-view.js';

/** What the operations of one store share. */
export interface StoreWorld {
  readonly storage: Storage;
  readonly view: DirectoryView;
  readonly now: () => Date;
  readonly newEntryShape: 'auto' | 'flat' | 'nested';
  /** Who changes entries, unless a call says otherwise. */
  readonly provenance?: Provenance | undefined;
  readonly guard: GuardOptions;
}
