import { like } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { SealOutput } from '#engine/duckdb/tasks.ts';
import { Refusal } from '#engine/engine.ts';
import { segments } from '#server/database/schema.ts';
import { newSegmentFolder } from '#server/data-directory.ts';
import { type ExistingDataset, listExistingDatasets, publishSealed, type StoredSeal } from './publish-sealed.ts';
import type { LogPart } from './push-log.ts';
import type { IngestionServices } from './services.ts';

/** Maximum datasets per part: each takes a file and a version, while other applications wait. */
const maxDatasets = 16;

/** For a part of a few megabytes. If a warehouse stores it later, the rows stay unreferenced, which does no harm. */
const storeTimeoutMs = 5 * 60_000;

type SealOptions = { applicationId: string; atMost: number; signal: AbortSignal };

/** Seals a part of a log and publishes it. */
export async function sealPart(
  ctx: IngestionServices,
  part: LogPart,
  { applicationId, atMost, signal }: SealOptions,
): Promise<void> {
  const existing = await listExistingDatasets(ctx.db, applicationId, part.datasets);
  const folder = newSegmentFolder(ctx.config);
  const prefix = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const input = { ...part.frames, atMost, maxDatasets, datasets: existing, folder, prefix };
    const sealed = await ctx.seals.run('seal', input, { seconds: 120, signal });
    if (sealed.damaged > 0) ctx.log.error({ application: applicationId, bytes: sealed.damaged }, 'a log is damaged');
    const storing = AbortSignal.any([signal, AbortSignal.timeout(storeTimeoutMs)]);
    const stored = await storeSealed(ctx, { existing, sealed, signal: storing });
    await ctx.db.transaction((tx) => publishSealed(tx, { applicationId, part, existing, sealed: stored }));
  } catch (error) {
    // Remaining files are removed by the cleanup at the next start; the first error is the one to report.
    await removeFiles(ctx, folder, prefix).catch(() => {});
    throw error;
  }
}

type SealedRows = { existing: ExistingDataset[]; sealed: SealOutput; signal: AbortSignal };

/** Stores the segments, in files or the warehouse. New datasets get their ids. */
async function storeSealed(
  { segments: store, seals }: IngestionServices,
  { existing, sealed, signal }: SealedRows,
): Promise<StoredSeal> {
  const list: StoredSeal['datasets'] = [];
  for (const dataset of sealed.datasets) {
    const id = existing.find(({ name }) => name === dataset.name)?.id ?? randomUUID();
    const segment =
      dataset.segment &&
      (await store.store(dataset.segment, { datasetId: id, processes: seals, signal }).catch((cause: unknown) => {
        // The push is not the cause, and must not be quarantined.
        throw cause instanceof Refusal ? new Error('storing a segment failed', { cause }) : cause;
      }));
    list.push({ ...dataset, id, segment });
  }
  return { ...sealed, datasets: list };
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
