import { and, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';

import type { Application } from '#contract/applications/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { WithoutAccess } from '#server/access/with-access.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, arrivals, datasets, freshness, imports } from '#server/database/schema.ts';

const minute = 60_000;
const minutes = 60;

/** An application without the fields that depend on the caller. */
export type PlainApplication = WithoutAccess<Application>;

type ApplicationRow = typeof applications.$inferSelect;
type ApplicationTotals = {
  id: string;
  datasets: number;
  rows: number;
  bytes: number;
  lastDataAt: Date | null;
  newest: string | null;
  isLate: boolean;
  hasRejects: boolean;
};

export const isNotTrashed = isNull(applications.trashedAt);

/** Applications with the totals of their datasets, newest first. */
export async function listApplications(
  db: Queryable,
  condition: SQL | undefined = isNotTrashed,
): Promise<PlainApplication[]> {
  const rows = await db.select().from(applications).where(condition).orderBy(desc(applications.createdAt));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  // Sequential: a transaction has a single connection, which runs one query at a time.
  const totals = await loadTotals(db, ids);
  const rates = await loadRates(db, ids);
  const failed = await listFailedIds(db, ids);
  return rows.map((row) => applicationOf(row, totals.get(row.id), rates.get(row.id), failed.has(row.id)));
}

export async function loadApplication(db: Queryable, id: string): Promise<PlainApplication> {
  const [application] = await listApplications(db, and(isNotTrashed, eq(applications.id, id)));
  if (!application) throw new Problem('not_found');
  return application;
}

/** The application, if rows can be loaded into it. */
export async function loadLoadable(db: Queryable, id: string): Promise<PlainApplication> {
  const application = await loadApplication(db, id);
  if (application.kind === 'connection') throw new Problem('connection_takes_no_rows');
  return application;
}

function applicationOf(
  { id, name, kind, createdAt, trashedAt }: ApplicationRow,
  totals: ApplicationTotals | undefined,
  rate: number[] | undefined,
  hasFailed: boolean,
): PlainApplication {
  const lastDataAt = totals?.lastDataAt ?? null;
  const hasData = kind === 'connection' ? totals !== undefined : lastDataAt !== null;
  return {
    id,
    name,
    kind,
    health: hasFailed ? 'failed' : healthOf(totals, hasData),
    datasets: totals?.datasets ?? 0,
    rows: totals?.rows ?? 0,
    bytes: totals?.bytes ?? 0,
    rate: rate ?? Array.from({ length: minutes }, () => 0),
    createdAt: createdAt.toISOString(),
    lastDataAt: lastDataAt?.toISOString() ?? null,
    newest: totals?.newest ?? null,
    trashedAt: trashedAt?.toISOString() ?? null,
  };
}

function healthOf(totals: ApplicationTotals | undefined, hasData: boolean): PlainApplication['health'] {
  if (totals?.isLate) return 'late';
  if (totals?.hasRejects) return 'rejects';
  return hasData ? 'good' : 'waiting';
}

async function loadTotals(db: Queryable, ids: string[]): Promise<Map<string, ApplicationTotals>> {
  const list = await db
    .select({
      id: datasets.applicationId,
      datasets: sql`count(*)`.mapWith(Number),
      rows: sql`sum(${datasets.rows})`.mapWith(Number),
      bytes: sql`sum(${datasets.bytes})`.mapWith(Number),
      lastDataAt: sql`max(${datasets.lastDataAt})`.mapWith(datasets.lastDataAt),
      newest: sql<string | null>`max(freshness.newest collate "C")`,
      isLate: sql<boolean>`bool_or(freshness.late_since is not null)`,
      // Drizzle omits table names from columns in a selection, so they are spelled out here.
      hasRejects: sql<boolean>`bool_or(exists (select 1 from rejects where rejects.dataset_id = datasets.id))`,
    })
    .from(datasets)
    .leftJoin(freshness, eq(freshness.id, datasets.id))
    .where(and(inArray(datasets.applicationId, ids), isNull(datasets.trashedAt)))
    .groupBy(datasets.applicationId);
  return new Map(list.map((totals) => [totals.id, totals]));
}

async function loadRates(db: Queryable, ids: string[]): Promise<Map<string, number[]>> {
  const first = (Math.floor(Date.now() / minute) - minutes + 1) * minute;
  const list = await db
    .select()
    .from(arrivals)
    .where(and(inArray(arrivals.applicationId, ids), gte(arrivals.minute, new Date(first))));
  const rates = new Map<string, number[]>();
  for (const { applicationId, minute: at, rows } of list) {
    const rate = rates.get(applicationId) ?? Array.from({ length: minutes }, () => 0);
    const index = (at.getTime() - first) / minute;
    if (index < minutes) rate[index] = rows;
    rates.set(applicationId, rate);
  }
  return rates;
}

// Only the newest import of an application decides its health.
async function listFailedIds(db: Queryable, ids: string[]): Promise<Set<string>> {
  const newest = await db
    .selectDistinctOn([imports.applicationId], { id: imports.applicationId, state: imports.state })
    .from(imports)
    .where(and(inArray(imports.applicationId, ids), or(isNotNull(imports.finishedAt), eq(imports.state, 'failed'))))
    .orderBy(imports.applicationId, desc(imports.createdAt));
  return new Set(newest.filter(({ state }) => state === 'failed').map(({ id }) => id));
}
