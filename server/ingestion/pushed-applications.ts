import { eq } from 'drizzle-orm';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { MaybePromise } from '#server/context.ts';
import { applications } from '#server/database/schema.ts';
import { logFolder } from '#server/datasets/folders.ts';
import { createDeliveries, type Deliveries } from './idempotency.ts';
import { type Log, openLog } from './log.ts';
import { createDatasetNames, type DatasetNames } from './dataset-names.ts';
import { scanLog } from './scan-log.ts';
import type { IngestionServices } from './services.ts';
import { createUnsealed, type UnsealedDatasets } from './unsealed-datasets.ts';

/** An application that receives pushes: its log, and the state of what is logged but not yet sealed into segments. */
export type PushedApplication = {
  id: string;
  log: Log;
  deliveries: Deliveries;
  /** Log position up to which everything is sealed. */
  sealed: number;
  /** The datasets that have unsealed rows. */
  unsealed: UnsealedDatasets;
  names: DatasetNames;
};

export type PushedApplications = {
  /** Undefined if the application no longer exists. */
  find: (id: string) => MaybePromise<PushedApplication | undefined>;
  /** Closes a deleted application and removes its log. */
  remove: (pushed: PushedApplication) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens the existing logs; the log of another application is opened by its first push. */
export async function openApplications(
  services: IngestionServices,
  onDurable: (pushed: PushedApplication) => void,
): Promise<PushedApplications> {
  const folder = logFolder(services.config.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const open = new Map<string, PushedApplication>();
  const opening = new Map<string, Promise<PushedApplication | undefined>>();

  async function openById(id: string): Promise<PushedApplication | undefined> {
    const sealed = await findPosition(services, id);
    if (sealed === undefined) return undefined;
    const pushed = await openApplication(services, { id, folder: path.join(folder, id), sealed }, onDurable);
    open.set(id, pushed);
    return pushed;
  }

  function openOnce(id: string): Promise<PushedApplication | undefined> {
    const pending = opening.get(id) ?? openById(id).finally(() => opening.delete(id));
    opening.set(id, pending);
    return pending;
  }

  async function remove(pushed: PushedApplication): Promise<void> {
    const { id, log } = pushed;
    open.delete(id);
    pushed.sealed = Infinity;
    await log.close();
    await rm(log.folder, { recursive: true, force: true });
  }

  for (const id of await readdir(folder)) {
    const pushed = await openById(id);
    if (!pushed) await rm(path.join(folder, id), { recursive: true, force: true });
    else if (pushed.sealed < pushed.log.end()) onDurable(pushed);
  }
  return {
    find: (id) => open.get(id) ?? openOnce(id),
    remove,
    close: async () => {
      for (const { log } of open.values()) await log.close();
    },
  };
}

async function findPosition({ db }: IngestionServices, id: string): Promise<number | undefined> {
  const [application] = await db
    .select({ position: applications.logPosition })
    .from(applications)
    .where(eq(applications.id, id));
  return application?.position;
}

async function openApplication(
  services: IngestionServices,
  { id, folder, sealed }: { id: string; folder: string; sealed: number },
  onDurable: (pushed: PushedApplication) => void,
): Promise<PushedApplication> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const deliveries = createDeliveries(id);
  const unsealed = createUnsealed();
  const { end, damaged } = await scanLog(folder, sealed, (header, position) => {
    if (header.delivery) deliveries.restore(header.delivery, position);
    unsealed.restore(header.datasets, position);
  });
  if (damaged > 0) services.log.warn({ application: id, bytes: damaged }, 'a log has unreadable bytes');
  const log = openLog(folder, end, () => onDurable(pushed));
  const pushed: PushedApplication = { id, log, deliveries, sealed, unsealed, names: createDatasetNames(services, id) };
  return pushed;
}
