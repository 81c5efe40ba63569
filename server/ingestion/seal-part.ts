import { eq, like } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { readLog } from '#engine/events/log-files.ts';
import { framesIn, maxFrame } from '#engine/events/frames.ts';
import { applications, segments } from '#server/database/schema.ts';
import { segmentFolder } from '#server/datasets/folders.ts';
import type { PushedApplication } from './pushed-applications.ts';
import { listExistingDatasets, publishSealed } from './publish-sealed.ts';
import type { IngestionServices } from './services.ts';

/** Maximum datasets per part: each takes a file and a version, while other applications wait. */
const maxDatasets = 16;

/** Seals a part of a log and publishes it; false if the application no longer exists. */
export async function sealPart(
  ctx: IngestionServices,
  pushed: PushedApplication,
  { atMost, signal }: { atMost: number; signal: AbortSignal },
): Promise<boolean> {
  const from = await findPosition(ctx, pushed);
  if (from === undefined) return false;
  const to = pushed.log.end();
  if (from >= to) return true;
  const existing = await listExistingDatasets(ctx.db, pushed.id, pushed.unsealed.list());
  const folder = segmentFolder(ctx.config.dataDirectory);
  const prefix = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const input = { log: pushed.log.folder, from, to, atMost, maxDatasets, datasets: existing, folder, prefix };
    const sealed = await ctx.seals.run('seal', input, { seconds: 120, signal });
    if (sealed.damaged > 0) ctx.log.error({ application: pushed.id, bytes: sealed.damaged }, 'a log is damaged');
    await ctx.db.transaction((tx) => publishSealed(tx, { applicationId: pushed.id, from, existing, sealed }));
    await markSealed(pushed, sealed.position);
    return true;
  } catch (error) {
    // Files that stay are removed by the cleanup at the next start; the first error matters.
    await removeFiles(ctx, folder, prefix).catch(() => {});
    throw error;
  }
}

/** Position up to which the log is sealed. The last transaction may have committed although its response was lost. */
async function findPosition({ db }: IngestionServices, pushed: PushedApplication): Promise<number | undefined> {
  const [application] = await db
    .select({ position: applications.logPosition })
    .from(applications)
    .where(eq(applications.id, pushed.id));
  if (application && application.position > pushed.sealed) await markSealed(pushed, application.position);
  return application?.position;
}

async function markSealed(pushed: PushedApplication, position: number): Promise<void> {
  pushed.sealed = position;
  pushed.deliveries.forgetSealed(position);
  pushed.unsealed.forgetSealed(position);
  await pushed.log.prune(position);
}

// Only if nothing was published: a transaction whose connection broke may have committed.
async function removeFiles({ db }: IngestionServices, folder: string, prefix: string): Promise<void> {
  const published = await db
    .select()
    .from(segments)
    .where(like(segments.file, `${prefix}%`))
    .limit(1);
  if (published.length > 0) return;
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => rm(path.join(folder, name), { force: true })));
}

/** Moves a push that crashes every sealing process to a separate file, so that later pushes can be sealed. */
export async function quarantinePush(ctx: IngestionServices, pushed: PushedApplication): Promise<boolean> {
  const from = await findPosition(ctx, pushed);
  if (from === undefined) return false;
  const part = await readLog(pushed.log.folder, { from, to: pushed.log.end(), atMost: maxFrame });
  const frame = framesIn(part.bytes).next().value;
  const size = frame?.size ?? part.fileEnd - part.position;
  await writeFile(path.join(pushed.log.folder, `${from}.aside`), part.bytes.subarray(0, size), { flush: true });
  const position = part.position + size;
  const sealed = { position, damaged: 0, datasets: [], deliveries: [] };
  await ctx.db.transaction((tx) => publishSealed(tx, { applicationId: pushed.id, from, existing: [], sealed }));
  ctx.log.error({ application: pushed.id, position: from }, 'an unreadable push was moved to a file');
  await markSealed(pushed, position);
  return true;
}
