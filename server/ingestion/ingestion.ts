import { openApplications, type Pushed, type PushedApplications } from './applications.ts';
import { type Bodies, createBodies } from './body.ts';
import { type Keys, openKeys } from './keys.ts';
import { openSealing } from './sealing.ts';
import type { Services } from './services.ts';

/** Everything that takes pushed events in. */
export type Ingestion = {
  services: Services;
  keys: Keys;
  bodies: Bodies;
  applications: PushedApplications;
  close: () => Promise<void>;
};

/** Opens the logs of pushed events, and goes on sealing what they hold. */
export async function openIngestion(services: Services): Promise<Ingestion> {
  const keys = openKeys(services.db, services.changes);
  const sealing = openSealing(services, (pushed: Pushed) => applications.remove(pushed));
  const applications = await openApplications(services, sealing.wake);
  const close = async () => {
    keys.close();
    await applications.close();
    await sealing.close();
  };
  return { services, keys, bodies: createBodies(), applications, close };
}
