import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { DatasetColumn } from '#contract/datasets.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import { Refusal } from '#engine/engine.ts';
import { mayEdit, maySee } from '#server/access/conditions.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, columns, datasets } from '#server/database/schema.ts';
import { segmentFile } from '#server/datasets/folders.ts';
import { type NewSegment, publish } from '#server/datasets/publish.ts';
import type { Services } from '#server/datasets/services.ts';
import { removeFiles } from '#server/datasets/trash.ts';
import { tellChange } from '#server/live/changes.ts';
import { createApplication, removeApplication } from './edit.ts';
import { type Application, loadApplication } from './list.ts';
import { type SampleDataset, sampleDatasets } from './sample-tables.ts';

const sampleLock = 7_385_240; // any number that no other lock has
const lookAgain = 500;
const patience = { seconds: 120 };
const names: Record<Language, string> = { en_US: 'Sample shop', zh_CN: '示例商店' };

/** What loading needs. */
type Stores = Pick<Services, 'db' | 'config' | 'loads'>;

/** Who loads the sample, nobody yet if it is there before the owner, and which samples there are for them. */
type Loader = { memberId: string | null; language: Language; own?: SQL | undefined };

/** A dataset of the sample with the ids that it and its columns will have, and its file. */
type Planned = { id: string; file: string; dataset: SampleDataset; columns: DatasetColumn[] };

export const createSample = (ctx: MemberContext<Services>) =>
  loadSample(ctx, { memberId: ctx.identity.member.id, language: ctx.language, own: givenTo(ctx) });

// One in the trash is taken out of it, which needs more than to see it.
const givenTo = ({ identity: { member } }: MemberContext<Services>) =>
  or(
    and(isNull(applications.trashedAt), maySee(member, 'application', applications.id)),
    mayEdit(member, 'application', applications.id),
  );

/** Loads the sample, or gives the one that there is. Whoever comes while it is being loaded waits for that one. */
export async function loadSample(ctx: Stores, loader: Loader): Promise<Application> {
  for (;;) {
    const sample = await tryLoad(ctx, loader);
    if (sample) return sample;
    // Waiting inside the database would hold a connection for each who waits.
    await sleep(lookAgain);
  }
}

async function tryLoad(ctx: Stores, loader: Loader): Promise<Application | undefined> {
  const plan = sampleDatasets.map(planOf);
  try {
    return await ctx.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(${sampleLock}) as mine`,
      );
      if (!rows[0]!.mine) return undefined;
      return (await findSample(tx, loader)) ?? (await makeSample(ctx, tx, { plan, loader }));
    });
  } catch (cause) {
    const files = plan.map(({ file }) => file);
    // A database that cannot be asked now leaves the files to the sweep at the next start.
    await removeFiles(ctx.db, ctx.config, files).catch(() => {});
    throw cause instanceof Refusal ? problemOf(cause) : cause;
  }
}

/** The sample that there is, taken out of the trash if it was thrown there. */
async function findSample(tx: Queryable, { own }: Loader): Promise<Application | undefined> {
  const isOne = and(eq(applications.kind, 'sample'), own);
  const [found] = await tx.select().from(applications).where(isOne).orderBy(applications.createdAt);
  if (!found) return undefined;
  if (found.trashedAt) {
    await tx.update(applications).set({ trashedAt: null }).where(eq(applications.id, found.id));
    await tellChange(tx, { kind: 'application', id: found.id });
  }
  return loadApplication(tx, found.id);
}

function planOf(dataset: SampleDataset): Planned {
  const withIds = dataset.columns.map((column) => ({ id: randomUUID(), ...column }));
  return { id: randomUUID(), file: randomUUID(), dataset, columns: withIds };
}

type Making = { plan: Planned[]; loader: Loader };

async function makeSample(ctx: Stores, tx: Queryable, { plan, loader }: Making): Promise<Application> {
  const written = await writeAll(ctx, plan);
  const { memberId, language } = loader;
  const { id } = await createApplication(tx, { name: names[language], kind: 'sample', memberId });
  for (const [index, planned] of plan.entries()) {
    await insertDataset(tx, id, planned);
    const add = [written[index]!];
    await publish(tx, planned.id, { cause: 'sample', memberId, detail: '', add, remove: 'none' });
  }
  return loadApplication(tx, id);
}

// Waits for all of them also if one fails: a file that is written later would stay.
async function writeAll({ loads, config }: Stores, plan: Planned[]): Promise<NewSegment[]> {
  const now = new Date().toISOString();
  const writing = plan.map(async ({ file, dataset, columns: list }) => {
    const input = { table: dataset.name, file: segmentFile(config, file), columns: list, now };
    return { file, ...(await loads.run('sample', input, patience)) };
  });
  await Promise.allSettled(writing);
  return Promise.all(writing);
}

async function insertDataset(tx: Queryable, applicationId: string, { id, dataset, columns: list }: Planned) {
  const { name, label, description } = dataset;
  await tx.insert(datasets).values({ id, applicationId, name, label, description });
  await tx.insert(columns).values(list.map((column, position) => ({ ...column, datasetId: id, position })));
}

function problemOf(refusal: Refusal): unknown {
  if (/no space left|out of disk/i.test(refusal.message)) return new Problem('disk_full', {}, { cause: refusal });
  return refusal.reason === 'wrong' ? refusal : new Problem('interrupted', {}, { cause: refusal });
}

/** Removes the sample for good, wherever it is, unless it is someone else's. */
export async function removeSample(ctx: MemberContext<Services>): Promise<void> {
  const own = mayEdit(ctx.identity.member, 'application', applications.id);
  const isOne = and(eq(applications.kind, 'sample'), own);
  const found = await ctx.db.select({ id: applications.id }).from(applications).where(isOne);
  for (const { id } of found) await removeApplication(ctx, id);
}
