import { eq } from 'drizzle-orm';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { MaybePromise } from '#server/context.ts';
import { applications } from '#server/database/schema.ts';
import { logFolder } from '#server/datasets/folders.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { type Log, openLog } from './log.ts';
import { createNames, type DatasetNames } from './names.ts';
import { scanLog } from './scan.ts';
import type { Services } from './services.ts';
import { createUnsealed, type UnsealedDatasets } from './unsealed.ts';

/** An application that is pushed into: its log, and what is in it but not in segments yet. */
export type Pushed = {
  id: string;
  log: Log;
  deliveries: Deliveries;
  /** How far it is sealed. */
  sealed: number;
  /** The datasets that what is not sealed belongs to. */
  unsealed: UnsealedDatasets;
  names: DatasetNames;
};

export type PushedApplications = {
  /** Undefined if there is no such application any more. */
  find: (id: string) => MaybePromise<Pushed | undefined>;
  /** Lets go of one that is gone, with its log. */
  remove: (pushed: Pushed) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens the logs there are; those of other applications are opened by their first push. */
export async function openApplications(
  services: Services,
  onDurable: (pushed: Pushed) => void,
): Promise<PushedApplications> {
  const folder = logFolder(services.config.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const open = new Map<string, Pushed>();
  const opening = new Map<string, Promise<Pushed | undefined>>();

  async function openOne(id: string): Promise<Pushed | undefined> {
    const sealed = await findPosition(services, id);
    if (sealed === undefined) return undefined;
    const pushed = await openPushed(services, { id, folder: path.join(folder, id), sealed }, onDurable);
    open.set(id, pushed);
    return pushed;
  }

  function openOnce(id: string): Promise<Pushed | undefined> {
    const asked = opening.get(id) ?? openOne(id).finally(() => opening.delete(id));
    opening.set(id, asked);
    return asked;
  }

  async function remove(pushed: Pushed): Promise<void> {
    const { id, log } = pushed;
    open.delete(id);
    pushed.sealed = Infinity;
    await log.close();
    await rm(log.folder, { recursive: true, force: true });
  }

  for (const id of await readdir(folder)) {
    const pushed = await openOne(id);
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

async function findPosition({ db }: Services, id: string): Promise<number | undefined> {
  const [application] = await db
    .select({ position: applications.logPosition })
    .from(applications)
    .where(eq(applications.id, id));
  return application?.position;
}

async function openPushed(
  services: Services,
  { id, folder, sealed }: { id: string; folder: string; sealed: number },
  onDurable: (pushed: Pushed) => void,
): Promise<Pushed> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const deliveries = createDeliveries(id);
  const unsealed = createUnsealed();
  const { end, damaged } = await scanLog(folder, sealed, (header, position) => {
    if (header.delivery) deliveries.recall(header.delivery, position);
    unsealed.recall(header.datasets, position);
  });
  if (damaged > 0) services.log.warn({ application: id, bytes: damaged }, 'a log has bytes that cannot be read');
  const log = openLog(folder, end, () => onDurable(pushed));
  const pushed: Pushed = { id, log, deliveries, sealed, unsealed, names: createNames(services, id) };
  return pushed;
}
