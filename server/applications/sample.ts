import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import { Refusal } from '#engine/engine.ts';
import { mayEdit, maySee } from '#server/access/conditions.ts';
import type { MemberContext } from '#server/context.ts';
import { advisoryLocks } from '#server/database/advisory-locks.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, columns, datasets, relations, valueLabels } from '#server/database/schema.ts';
import { segmentFile } from '#server/data-directory.ts';
import { publish } from '#server/datasets/publish.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { publishChange } from '#server/live/changes.ts';
import type { NewSegment } from '#server/segments/segment-store.ts';
import { createApplication, removeApplication } from './edit.ts';
import { type PlainApplication, loadApplication } from './list.ts';
import { sampleLabelsOf } from './sample-labels.ts';
import { sampleRelationsOf } from './sample-relations.ts';
import { type SampleDataset, sampleDatasets } from './sample-tables.ts';

const pollMs = 500;
const loadTimeout = { seconds: 120 };
const names: Record<Language, string> = { en_US: 'Sample shop', zh_CN: '示例商店' };

type SampleServices = Pick<DatasetServices, 'db' | 'config' | 'loads' | 'segments'>;

/** Who loads the sample (null before there is an owner), and the condition for samples visible to them. */
type Loader = { memberId: string | null; language: Language; own?: SQL | undefined };

/** A dataset of the sample with its ids, its columns' ids and its file assigned. */
type PlannedSampleDataset = { id: string; file: string; dataset: SampleDataset; columns: DatasetColumn[] };

export const createSample = (ctx: MemberContext<DatasetServices>) =>
  loadSample(ctx, { memberId: ctx.identity.member.id, language: ctx.language, own: visibleTo(ctx) });

// A trashed sample is restored, which needs edit access.
const visibleTo = ({ identity: { member } }: MemberContext<DatasetServices>) =>
  or(
    and(isNull(applications.trashedAt), maySee(member, 'application', applications.id)),
    mayEdit(member, 'application', applications.id),
  );

/** Loads the sample, or returns the existing one. Concurrent callers wait for the load in progress. */
export async function loadSample(ctx: SampleServices, loader: Loader): Promise<PlainApplication> {
  for (;;) {
    const sample = await tryLoad(ctx, loader);
    if (sample) return sample;
    // Polling: waiting for the lock in the database would hold a connection per waiting caller.
    await sleep(pollMs);
  }
}

async function tryLoad(ctx: SampleServices, loader: Loader): Promise<PlainApplication | undefined> {
  const plan = sampleDatasets.map(planOf);
  try {
    return await ctx.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ locked: boolean }>(
        sql`select pg_try_advisory_xact_lock(${advisoryLocks.sample}) as locked`,
      );
      if (!rows[0]!.locked) return undefined;
      return (await findSample(tx, loader)) ?? (await writeSample(ctx, tx, { plan, loader }));
    });
  } catch (cause) {
    const written = plan.map(({ id, file }) => ({ datasetId: id, file }));
    // If the database is unreachable, the cleanup at the next start removes the rows.
    await ctx.segments.remove(written).catch(() => {});
    throw cause instanceof Refusal ? problemOf(cause) : cause;
  }
}

/** The existing sample, restored from the trash if it is there. */
async function findSample(tx: Queryable, { own }: Loader): Promise<PlainApplication | undefined> {
  const isSample = and(eq(applications.kind, 'sample'), own);
  const [existing] = await tx.select().from(applications).where(isSample).orderBy(applications.createdAt);
  if (!existing) return undefined;
  if (existing.trashedAt) {
    await tx.update(applications).set({ trashedAt: null }).where(eq(applications.id, existing.id));
    await publishChange(tx, { kind: 'application', id: existing.id });
  }
  return loadApplication(tx, existing.id);
}

function planOf(dataset: SampleDataset): PlannedSampleDataset {
  const withIds = dataset.columns.map((column) => ({ id: randomUUID(), ...column }));
  return { id: randomUUID(), file: randomUUID(), dataset, columns: withIds };
}

type SamplePlan = { plan: PlannedSampleDataset[]; loader: Loader };

async function writeSample(
  ctx: SampleServices,
  tx: Queryable,
  { plan, loader }: SamplePlan,
): Promise<PlainApplication> {
  const written = await writeAll(ctx, plan);
  const { memberId, language } = loader;
  const { id } = await createApplication(tx, { name: names[language], kind: 'sample', memberId, folder: null });
  for (const [index, planned] of plan.entries()) {
    await insertDataset(tx, id, planned);
    const add = [written[index]!];
    await publish(tx, planned.id, { cause: 'sample', memberId, detail: '', add, remove: 'none' });
  }
  await tx.insert(relations).values(sampleRelationsOf(plan));
  return loadApplication(tx, id);
}

async function writeAll(
  { loads, config, segments }: SampleServices,
  plan: PlannedSampleDataset[],
): Promise<NewSegment[]> {
  const now = new Date().toISOString();
  const writes = plan.map(async ({ id, file, dataset, columns: list }) => {
    const input = { table: dataset.name, file: segmentFile(config, file), columns: list, now };
    const written = await loads.run('sample', input, loadTimeout);
    return segments.store({ file, ...written }, { datasetId: id, processes: loads });
  });
  // Waits for all writes even if one fails: a file written after the cleanup would be orphaned.
  await Promise.allSettled(writes);
  return Promise.all(writes);
}

async function insertDataset(
  tx: Queryable,
  applicationId: string,
  { id, dataset, columns: list }: PlannedSampleDataset,
) {
  const { name, label, description } = dataset;
  await tx.insert(datasets).values({ id, applicationId, name, label, description });
  await tx.insert(columns).values(list.map((column, position) => ({ ...column, datasetId: id, position })));
  const labels = sampleLabelsOf(list);
  await tx.insert(valueLabels).values(labels.map((each) => ({ ...each, datasetId: id, revision: randomUUID() })));
}

function problemOf(refusal: Refusal): unknown {
  if (/no space left|out of disk/i.test(refusal.message)) return new Problem('disk_full', {}, { cause: refusal });
  return refusal.reason === 'wrong' ? refusal : new Problem('interrupted', {}, { cause: refusal });
}

/** Permanently deletes the samples that the caller may edit, trashed or not. */
export async function removeSample(ctx: MemberContext<DatasetServices>): Promise<void> {
  const own = mayEdit(ctx.identity.member, 'application', applications.id);
  const isSample = and(eq(applications.kind, 'sample'), own);
  const samples = await ctx.db.select({ id: applications.id }).from(applications).where(isSample);
  for (const { id } of samples) await removeApplication(ctx, id);
}
