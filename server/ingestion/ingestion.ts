import { createDatasetNames, type DatasetNames } from './dataset-names.ts';
import { openPushLog } from './open-push-log.ts';
import type { PushLog } from './push-log.ts';
import { type BodyReader, createBodyReader } from './read-body.ts';
import { type WriteKeyCache, openWriteKeyCache } from './write-keys.ts';
import { openSealLoop } from './sealing.ts';
import type { IngestionServices } from './services.ts';

/** The services that receive pushed events. */
export type Ingestion = {
  services: IngestionServices;
  keys: WriteKeyCache;
  bodies: BodyReader;
  names: DatasetNames;
  log: PushLog;
  close: () => Promise<void>;
};

/** Opens the log of pushed events and resumes sealing it. */
export async function openIngestion(services: IngestionServices): Promise<Ingestion> {
  const keys = openWriteKeyCache(services.db, services.changes);
  const sealLoop = openSealLoop(services);
  const log = await openPushLog(services, sealLoop.wake);
  const close = async () => {
    keys.close();
    await sealLoop.close();
    await log.close();
  };
  return { services, keys, bodies: createBodyReader(), names: createDatasetNames(services), log, close };
}
