import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { messageOf } from '#contract/error-catalogue.ts';
import { Problem, undefinedIfProblem } from '#contract/errors.ts';
import type { DataExtract, extractRoutes, ExtractSource, NewExtract } from '#contract/extracts/routes.ts';
import { isGrowingType } from '#domain/query/column-types.ts';
import { findRight } from '#server/access/rights.ts';
import { loadLoadable } from '#server/applications/list.ts';
import { loadTime } from '#server/database/database-time.ts';
import { datasets, extracts, members } from '#server/database/schema.ts';
import { dueNow } from '#server/jobs/job-queue.ts';
import { listColumns, loadDatasetRow } from '#server/datasets/read.ts';
import { publishChange } from '#server/live/changes.ts';
import { nextRunOf } from './schedule.ts';
import type { ExtractContext, ExtractRow } from './services.ts';
import { fileNameOf, decryptSource, publicUrlOf, encryptSource } from './web-address.ts';

type ExtractChange = z.output<(typeof extractRoutes)['PUT /extracts/:id']['input']>;

const selectExtracts = ({ db }: ExtractContext) =>
  db
    .select({
      row: extracts,
      by: members.name,
      isRunning: sql<boolean>`coalesce(${extracts.claimedUntil} > now(), false)`,
      // Renamed datasets are listed by their current name.
      name: sql<string>`coalesce((select d.name from datasets d where d.id = ${extracts.datasetId}), ${extracts.name})`,
    })
    .from(extracts)
    .leftJoin(members, eq(members.id, extracts.memberId));
type JoinedExtract = Awaited<ReturnType<typeof selectExtracts>>[number];

export async function listExtracts(ctx: ExtractContext, applicationId: string): Promise<DataExtract[]> {
  const rows = await selectExtracts(ctx)
    .where(eq(extracts.applicationId, applicationId))
    .orderBy(desc(extracts.createdAt));
  return Promise.all(rows.map((each) => serializeExtract(ctx, each)));
}

async function loadExtract(ctx: ExtractContext, id: string): Promise<DataExtract> {
  const [match] = await selectExtracts(ctx).where(eq(extracts.id, id));
  if (!match) throw new Problem('not_found');
  return serializeExtract(ctx, match);
}

/** Creates an extract, which runs at once. */
export async function createExtract(ctx: ExtractContext, input: NewExtract): Promise<DataExtract> {
  const { id: applicationId, dataset, source, columns, schedule, zone } = input;
  await loadLoadable(ctx.db, applicationId);
  await requireSource(ctx, source);
  const target = await findTarget(ctx, applicationId, dataset);
  const id = randomUUID();
  const memberId = ctx.identity.member.id;
  await ctx.db.transaction(async (tx) => {
    await tx.insert(extracts).values({
      id,
      applicationId,
      ...target,
      memberId,
      editorId: memberId,
      source: encryptSource(ctx, id, source),
      columns,
      schedule,
      zone,
      nextRunAt: dueNow,
    });
    await publishChange(tx, { kind: 'extract', id, application: applicationId });
  });
  return loadExtract(ctx, id);
}

async function findTarget(ctx: ExtractContext, applicationId: string, dataset: NewExtract['dataset']) {
  if ('id' in dataset) {
    const row = await loadDatasetRow(ctx.db, dataset.id);
    if (row.applicationId !== applicationId) throw new Problem('not_found');
    return { datasetId: row.id, name: row.name };
  }
  const [taken] = await ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.applicationId, applicationId), eq(datasets.name, dataset.name), isNull(datasets.trashedAt)));
  if (taken) throw new Problem('name_taken', { value: dataset.name });
  return { name: dataset.name };
}

/** A connected table that the caller may see, with a column that can grow, or a URL that may be called. */
async function requireSource(ctx: ExtractContext, source: ExtractSource): Promise<void> {
  if (source.kind === 'web') {
    const isAllowed = URL.canParse(source.url) && (ctx.egress.allowsPrivate || /^https:/i.test(source.url));
    if (!isAllowed) throw new Problem('address_malformed');
    return;
  }
  const { dataset: id, growingColumn } = source;
  if (!(await findRight(ctx, { kind: 'dataset', id }))) throw new Problem('dataset_gone');
  const { connection } = await loadDatasetRow(ctx.db, id);
  if (!connection) throw new Problem('extract_not_connected');
  if (growingColumn === null) return;
  const column = (await listColumns(ctx.db, id)).find((each) => each.id === growingColumn);
  if (!column || !isGrowingType(column.type)) throw new Problem('extract_growing_column');
}

async function loadExtractRow({ db }: ExtractContext, id: string): Promise<ExtractRow> {
  const [row] = await db.select().from(extracts).where(eq(extracts.id, id));
  if (!row) throw new Problem('not_found');
  return row;
}

/** An extract whose source the caller may see, so that nobody starts a run that reads more than they may. */
async function loadVisibleExtract(ctx: ExtractContext, id: string): Promise<ExtractRow> {
  const row = await loadExtractRow(ctx, id);
  const { source } = row;
  if (source.kind === 'dataset' && !(await findRight(ctx, { kind: 'dataset', id: source.dataset })))
    throw new Problem('extract_unseen');
  return row;
}

/** Changes the schedule. The extract still runs on behalf of its creator, with no more rights than its last editor. */
export async function changeExtract(ctx: ExtractContext, { id, schedule, zone }: ExtractChange): Promise<DataExtract> {
  const { applicationId: application } = await loadVisibleExtract(ctx, id);
  const nextRunAt = nextRunOf(schedule, zone, await loadTime(ctx.db));
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(extracts)
      .set({ schedule, zone, nextRunAt, tries: 0, editorId: ctx.identity.member.id })
      .where(eq(extracts.id, id));
    await publishChange(tx, { kind: 'extract', id, application });
  });
  return loadExtract(ctx, id);
}

/** Makes an extract due now; a run that is under way is not started again. */
export async function makeDue(ctx: ExtractContext, id: string): Promise<DataExtract> {
  const { applicationId: application } = await loadVisibleExtract(ctx, id);
  await ctx.db.transaction(async (tx) => {
    await tx.update(extracts).set({ nextRunAt: dueNow, tries: 0 }).where(eq(extracts.id, id));
    await publishChange(tx, { kind: 'extract', id, application });
  });
  return loadExtract(ctx, id);
}

/** Deletes an extract; an import that is running publishes nothing. */
export async function removeExtract(ctx: ExtractContext, id: string): Promise<void> {
  const { applicationId: application } = await loadExtractRow(ctx, id);
  await ctx.db.transaction(async (tx) => {
    await tx.delete(extracts).where(eq(extracts.id, id));
    await publishChange(tx, { kind: 'extract', id, application });
  });
}

async function serializeExtract(
  ctx: ExtractContext,
  { row, by, name, isRunning }: JoinedExtract,
): Promise<DataExtract> {
  const { id, applicationId, datasetId, schedule, zone, lastValue, importId, failure } = row;
  const isDue = row.nextRunAt !== null && row.nextRunAt.getTime() <= Date.now();
  return {
    id,
    applicationId,
    datasetId,
    name,
    ...(await listedSourceOf(ctx, row)),
    state: isRunning ? 'running' : isDue ? 'waiting' : 'idle',
    schedule,
    zone,
    lastValue,
    importId,
    nextRunAt: row.nextRunAt?.toISOString() ?? null,
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    failure: failure && { code: failure.code, message: messageOf(failure.code, failure.params, ctx.language) },
    by,
    createdAt: row.createdAt.toISOString(),
  };
}

type ListedSource = Pick<DataExtract, 'source' | 'sourceName'>;

async function listedSourceOf(ctx: ExtractContext, row: ExtractRow): Promise<ListedSource> {
  const { source } = row;
  if (source.kind === 'web') {
    const url = urlOf(ctx, row);
    return { source: { ...source, url: url && publicUrlOf(url) }, sourceName: url && fileNameOf(url) };
  }
  if (!(await findRight(ctx, { kind: 'dataset', id: source.dataset }))) return { source, sourceName: null };
  const [match] = await ctx.db.select({ name: datasets.name }).from(datasets).where(eq(datasets.id, source.dataset));
  return { source, sourceName: match?.name ?? null };
}

/** The URL of an extract; null if it cannot be decrypted, which its runs report. */
function urlOf(ctx: ExtractContext, row: ExtractRow): string | null {
  try {
    const source = decryptSource(ctx, row);
    return source.kind === 'web' ? source.url : null;
  } catch (error) {
    undefinedIfProblem(error);
    return null;
  }
}
