import { bytesCases } from './bytes-cases.js';
import { capabilityCases } from './capability-cases.js';
import { concurrencyCases } from './concurrency-cases.js';
import { expectCases } from './expect-cases.js';
import { listingCases } from './listing-cases.js';
import type { StorageCase } from './storage-case.js';
import { versionCases } from './version-cases.js';

export type { OpenStorage, ReopenStorage, StorageCase } from './storage-case.js';

/**
 * What every storage must do, one case for each sentence of docs/storage-contract.md. No test
 * runner is needed: hand each case to yours as a test.
 */
export const storageCases: readonly StorageCase[] = [
  ...bytesCases,
  ...versionCases,
  ...expectCases,
  ...listingCases,
  ...concurrencyCases,
  ...capabilityCases,
];
