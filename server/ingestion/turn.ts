import { eq, like } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Processes } from '#engine/duckdb/processes.ts';
import { readLog } from '#engine/events/files.ts';
import { framesIn, maxFrame } from '#engine/events/frames.ts';
import { applications, segments } from '#server/database/schema.ts';
import { segmentFolder } from '#server/datasets/folders.ts';
import type { Pushed } from './applications.ts';
import { listKnown, publishSealed } from './publish.ts';
import type { Services } from './services.ts';

/** A turn takes no more datasets than these: each is a file and a version of its own, and other applications wait. */
const maxDatasets = 16;

type Sealer = Services & { processes: Processes };

/** Seals a part of a log and publishes it; false if the application is gone. */
export async function sealPart(
  ctx: Sealer,
  pushed: Pushed,
  { atMost, signal }: { atMost: number; signal: AbortSignal },
): Promise<boolean> {
  const from = await findPosition(ctx, pushed);
  if (from === undefined) return false;
  const to = pushed.log.end();
  if (from >= to) return true;
  const known = await listKnown(ctx.db, pushed.id, pushed.unsealed.list());
  const folder = segmentFolder(ctx.config.dataDirectory);
  const prefix = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const input = { log: pushed.log.folder, from, to, atMost, maxDatasets, datasets: known, folder, prefix };
    const sealed = await ctx.processes.run('seal', input, { seconds: 120, signal });
    if (sealed.damaged > 0) ctx.log.error({ application: pushed.id, bytes: sealed.damaged }, 'a log is damaged');
    await ctx.db.transaction((tx) => publishSealed(tx, { applicationId: pushed.id, from, known, sealed }));
    await settle(pushed, sealed.position);
    return true;
  } catch (error) {
    await removeFiles(ctx, folder, prefix).catch(() => {});
    throw error;
  }
}

/** How far the log is sealed. The last turn may have been published though its answer never came. */
async function findPosition({ db }: Services, pushed: Pushed): Promise<number | undefined> {
  const [application] = await db
    .select({ position: applications.logPosition })
    .from(applications)
    .where(eq(applications.id, pushed.id));
  if (application && application.position > pushed.sealed) await settle(pushed, application.position);
  return application?.position;
}

async function settle(pushed: Pushed, position: number): Promise<void> {
  pushed.sealed = position;
  pushed.deliveries.settle(position);
  pushed.unsealed.settle(position);
  await pushed.log.prune(position);
}

// Only what is known not to be published: of a transaction that broke off nobody can say how it ended.
async function removeFiles({ db }: Services, folder: string, prefix: string): Promise<void> {
  const published = await db
    .select()
    .from(segments)
    .where(like(segments.file, `${prefix}%`))
    .limit(1);
  if (published.length > 0) return;
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => rm(path.join(folder, name), { force: true })));
}

/** Puts a push that brings down every process that reads it into a file of its own, so that those behind it can go on. */
export async function setAside(ctx: Services, pushed: Pushed): Promise<boolean> {
  const from = await findPosition(ctx, pushed);
  if (from === undefined) return false;
  const part = await readLog(pushed.log.folder, { from, to: pushed.log.end(), atMost: maxFrame });
  const frame = framesIn(part.bytes).next().value;
  const size = frame?.size ?? part.fileEnd - part.position;
  await writeFile(path.join(pushed.log.folder, `${from}.aside`), part.bytes.subarray(0, size), { flush: true });
  const position = part.position + size;
  const sealed = { position, damaged: 0, datasets: [], deliveries: [] };
  await ctx.db.transaction((tx) => publishSealed(tx, { applicationId: pushed.id, from, known: [], sealed }));
  ctx.log.error({ application: pushed.id, position: from }, 'a push that cannot be read was put aside in a file');
  await settle(pushed, position);
  return true;
}
