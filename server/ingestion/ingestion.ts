import { openApplications, type PushedApplication, type PushedApplications } from './pushed-applications.ts';
import { type BodyReader, createBodyReader } from './read-body.ts';
import { type WriteKeyCache, openWriteKeyCache } from './write-keys.ts';
import { openSealLoop } from './sealing.ts';
import type { IngestionServices } from './services.ts';

/** Everything that receives pushed events. */
export type Ingestion = {
  services: IngestionServices;
  keys: WriteKeyCache;
  bodies: BodyReader;
  applications: PushedApplications;
  close: () => Promise<void>;
};

/** Opens the logs of pushed events and resumes sealing them. */
export async function openIngestion(services: IngestionServices): Promise<Ingestion> {
  const keys = openWriteKeyCache(services.db, services.changes);
  const sealLoop = openSealLoop(services, (pushed: PushedApplication) => applications.remove(pushed));
  const applications = await openApplications(services, sealLoop.wake);
  const close = async () => {
    keys.close();
    await applications.close();
    await sealLoop.close();
  };
  return { services, keys, bodies: createBodyReader(), applications, close };
}
