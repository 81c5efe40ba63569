import { and, eq } from 'drizzle-orm';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { frameOf, framesIn, maxFrame } from '#engine/events/frames.ts';
import { readLog } from '#engine/events/log-files.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications } from '#server/database/schema.ts';
import { openFileLogWriter } from './file-log-writer.ts';
import { createDeliveries, findDelivery, insertDeliveries } from './idempotency.ts';
import { type ApplicationLog, type LoggedPush, type LogPart, StaleSealError } from './push-log.ts';
import { scanLog } from './scan-log.ts';
import type { IngestionServices } from './services.ts';
import { createUnsealed } from './unsealed-datasets.ts';

/** The log of one application in files. The database stores the position up to which it is sealed. */
export type ApplicationFiles = ApplicationLog & { hasUnsealed: () => boolean; close: () => Promise<void> };

type FilesToOpen = {
  applicationId: string;
  folder: string;
  sealed: number;
  onUnsealed: (log: ApplicationLog) => void;
  /** Called when the application no longer exists. */
  onRemove: () => void;
};

export async function openApplicationFiles(
  { db, log }: IngestionServices,
  { applicationId, folder, onUnsealed, onRemove, ...start }: FilesToOpen,
): Promise<ApplicationFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const deliveries = createDeliveries();
  const unsealed = createUnsealed();
  let { sealed } = start;
  const { end, damaged } = await scanLog(folder, sealed, (header, position) => {
    if (header.delivery) deliveries.restore(header.delivery, position);
    unsealed.restore(header.datasets, position);
  });
  if (damaged > 0) log.warn({ application: applicationId, bytes: damaged }, 'a log has unreadable bytes');
  const writer = openFileLogWriter(folder, end, () => onUnsealed(files));

  async function appendFrame({ header, body }: LoggedPush): Promise<number> {
    const finish = unsealed.begin(header.datasets);
    let position: number | undefined;
    try {
      return (position = await writer.append(frameOf(header, body)));
    } finally {
      finish(position);
    }
  }

  async function append(push: LoggedPush) {
    const { delivery } = push.header;
    if (delivery)
      return deliveries.once(delivery, async () => {
        const earlier = await findDelivery(db, applicationId, delivery.key);
        return { earlier, end: earlier ? undefined : await appendFrame(push) };
      });
    await appendFrame(push);
    return undefined;
  }

  async function markSealed(position: number): Promise<void> {
    sealed = position;
    deliveries.forgetSealed(position);
    unsealed.forgetSealed(position);
    await writer.prune(position);
  }

  async function usePart(_maxBytes: number, use: (part: LogPart) => Promise<void>) {
    const from = await findLogPosition(db, applicationId);
    if (from === undefined) return remove();
    // The last transaction may have committed although its response was lost.
    if (from > sealed) await markSealed(from);
    const to = writer.end();
    if (from >= to) return 'empty';
    let position = from;
    const moveTo = async (tx: Queryable, next: number) => {
      await movePosition(tx, { applicationId, from, to: next });
      position = next;
    };
    await use({
      first: from,
      frames: { log: folder, from, to },
      datasets: unsealed.list(),
      remove: async (tx, output) => {
        await moveTo(tx, output.position);
        await insertDeliveries(tx, applicationId, output.deliveries);
      },
      quarantine: async () => {
        const next = await copyFirstFrame(folder, from, to);
        await db.transaction((tx) => moveTo(tx, next));
      },
    });
    await markSealed(position);
    return 'used';
  }

  async function remove() {
    onRemove();
    await writer.close();
    await rm(folder, { recursive: true, force: true });
    return 'empty' as const;
  }

  const files: ApplicationFiles = {
    applicationId,
    append,
    usePart,
    hasUnsealed: () => sealed < writer.end(),
    close: writer.close,
  };
  return files;
}

/** Undefined if the application no longer exists. */
export async function findLogPosition(db: Queryable, applicationId: string): Promise<number | undefined> {
  const [application] = await db
    .select({ position: applications.logPosition })
    .from(applications)
    .where(eq(applications.id, applicationId));
  return application?.position;
}

async function movePosition(
  tx: Queryable,
  { applicationId, from, to }: { applicationId: string; from: number; to: number },
): Promise<void> {
  const isFrom = and(eq(applications.id, applicationId), eq(applications.logPosition, from));
  const moved = await tx.update(applications).set({ logPosition: to }).where(isFrom).returning();
  if (moved.length === 0) throw new StaleSealError();
}

/** Copies the first frame of a log into its own file; returns the position after it. */
async function copyFirstFrame(folder: string, from: number, to: number): Promise<number> {
  const part = await readLog(folder, { from, to, atMost: maxFrame });
  const frame = framesIn(part.bytes).next().value;
  const size = frame?.size ?? part.fileEnd - part.position;
  await writeFile(path.join(folder, `${from}.aside`), part.bytes.subarray(0, size), { flush: true });
  return part.position + size;
}
