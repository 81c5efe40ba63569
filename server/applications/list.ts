import { and, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';

import type { Application as ListedApplication } from '#contract/applications.ts';
import { Problem } from '#contract/errors.ts';
import type { Plain } from '#server/access/listed.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, arrivals, datasets, imports } from '#server/database/schema.ts';

const minute = 60_000;
const minutes = 60;

/** An application without what depends on its reader. */
export type Application = Plain<ListedApplication>;

type ApplicationRow = typeof applications.$inferSelect;
type Sums = { id: string; datasets: number; rows: number; bytes: number; lastDataAt: Date | null; hasRejects: boolean };

export const isHere = isNull(applications.trashedAt);

/** Applications with what their datasets add up to, newest first. */
export async function listApplications(db: Queryable, condition: SQL | undefined = isHere): Promise<Application[]> {
  const rows = await db.select().from(applications).where(condition).orderBy(desc(applications.createdAt));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  // One after the other: a transaction has one connection, which answers one question at a time.
  const sums = await sumsOf(db, ids);
  const rates = await ratesOf(db, ids);
  const failed = await listFailed(db, ids);
  return rows.map((row) => applicationOf(row, sums.get(row.id), rates.get(row.id), failed.has(row.id)));
}

export async function loadApplication(db: Queryable, id: string): Promise<Application> {
  const [found] = await listApplications(db, and(isHere, eq(applications.id, id)));
  if (!found) throw new Problem('not_found');
  return found;
}

function applicationOf(
  { id, name, kind, createdAt, trashedAt }: ApplicationRow,
  sums: Sums | undefined,
  rate: number[] | undefined,
  hasFailed: boolean,
): Application {
  const lastDataAt = sums?.lastDataAt ?? null;
  return {
    id,
    name,
    kind,
    health: hasFailed ? 'failed' : sums?.hasRejects ? 'rejects' : lastDataAt ? 'good' : 'waiting',
    datasets: sums?.datasets ?? 0,
    rows: sums?.rows ?? 0,
    bytes: sums?.bytes ?? 0,
    rate: rate ?? Array.from({ length: minutes }, () => 0),
    createdAt: createdAt.toISOString(),
    lastDataAt: lastDataAt?.toISOString() ?? null,
    trashedAt: trashedAt?.toISOString() ?? null,
  };
}

async function sumsOf(db: Queryable, ids: string[]): Promise<Map<string, Sums>> {
  const list = await db
    .select({
      id: datasets.applicationId,
      datasets: sql`count(*)`.mapWith(Number),
      rows: sql`sum(${datasets.rows})`.mapWith(Number),
      bytes: sql`sum(${datasets.bytes})`.mapWith(Number),
      lastDataAt: sql`max(${datasets.lastDataAt})`.mapWith(datasets.lastDataAt),
      // Names of tables are left out of columns in a selection, so they are spelled here.
      hasRejects: sql<boolean>`bool_or(exists (select 1 from rejects where rejects.dataset_id = datasets.id))`,
    })
    .from(datasets)
    .where(and(inArray(datasets.applicationId, ids), isNull(datasets.trashedAt)))
    .groupBy(datasets.applicationId);
  return new Map(list.map((sums) => [sums.id, sums]));
}

async function ratesOf(db: Queryable, ids: string[]): Promise<Map<string, number[]>> {
  const first = (Math.floor(Date.now() / minute) - minutes + 1) * minute;
  const list = await db
    .select()
    .from(arrivals)
    .where(and(inArray(arrivals.applicationId, ids), gte(arrivals.minute, new Date(first))));
  const rates = new Map<string, number[]>();
  for (const { applicationId, minute: at, rows } of list) {
    const rate = rates.get(applicationId) ?? Array.from({ length: minutes }, () => 0);
    const place = (at.getTime() - first) / minute;
    if (place < minutes) rate[place] = rows;
    rates.set(applicationId, rate);
  }
  return rates;
}

// Only the newest import of an application tells how it does.
async function listFailed(db: Queryable, ids: string[]): Promise<Set<string>> {
  const newest = await db
    .selectDistinctOn([imports.applicationId], { id: imports.applicationId, state: imports.state })
    .from(imports)
    .where(and(inArray(imports.applicationId, ids), or(isNotNull(imports.finishedAt), eq(imports.state, 'failed'))))
    .orderBy(imports.applicationId, desc(imports.createdAt));
  return new Set(newest.filter(({ state }) => state === 'failed').map(({ id }) => id));
}
