import { createDatasetNames, type DatasetNames } from './dataset-names.ts';
import { openFileLog } from './file-log.ts';
import type { PushLog, ApplicationLog } from './push-log.ts';
import { type BodyReader, createBodyReader } from './read-body.ts';
import { openTableLog } from './table-log.ts';
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

/**
 * Opens the log for new pushes. The log of the other kind is sealed too: it may have pushes from before the installation
 * moved to a warehouse, or from a restored backup of an installation with that log.
 */
async function openPushLog(services: IngestionServices, onUnsealed: (log: ApplicationLog) => void): Promise<PushLog> {
  const files = await openFileLog(services, onUnsealed);
  const table = await openTableLog(services, onUnsealed);
  const { find } = services.pushLog === 'table' ? table : files;
  const close = async () => {
    await files.close();
    await table.close();
  };
  return { find, close };
}
