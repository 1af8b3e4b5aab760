import { type Storage, storagePath } from '@mem/core';

const path = storagePath('.mem/distill/scan');

/** When conversations were last counted, by any process, in milliseconds since 1970. */
export async function readScanTime(storage: Storage): Promise<number | undefined> {
  const file = await storage.read(path);
  const time = file ? Number(new TextDecoder().decode(file.bytes)) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

export async function writeScanTime(storage: Storage, now: Date): Promise<void> {
  await storage.write(path, new TextEncoder().encode(String(now.getTime())));
}
