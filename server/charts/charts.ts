import { desc, eq, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import type { chartRoutes, SavedChart } from '#contract/charts.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { charts, members } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';

type Services = { db: Database };
type NewChart = z.output<(typeof chartRoutes)['POST /charts']['input']>;
type ChangedChart = z.output<(typeof chartRoutes)['PATCH /charts/:id']['input']>;

/** Charts that were kept, newest first. */
export async function listCharts(db: Queryable, condition?: SQL): Promise<SavedChart[]> {
  const rows = await db
    .select({ kept: charts, by: { id: members.id, name: members.name } })
    .from(charts)
    .leftJoin(members, eq(members.id, charts.memberId))
    .where(condition)
    .orderBy(desc(charts.updatedAt), desc(charts.id));
  return rows.map(({ kept: { memberId: _, ...kept }, by }) => ({
    ...kept,
    by,
    dataset: kept.chart.ask.kind === 'sql' ? null : kept.chart.ask.dataset,
    createdAt: kept.createdAt.toISOString(),
    updatedAt: kept.updatedAt.toISOString(),
  }));
}

export async function loadChart(db: Queryable, id: string): Promise<SavedChart> {
  const [found] = await listCharts(db, eq(charts.id, id));
  if (!found) throw new Problem('not_found');
  return found;
}

export function createChart({ db, identity }: MemberContext<Services>, input: NewChart): Promise<SavedChart> {
  const id = randomUUID();
  return db.transaction(async (tx) => {
    await tx.insert(charts).values({ id, ...input, memberId: identity.member.id });
    return tellChart(tx, id);
  });
}

export function changeChart({ db }: Services, { id, name, chart }: ChangedChart): Promise<SavedChart> {
  const changes = { ...(name !== undefined && { name }), ...(chart && { chart }), updatedAt: new Date() };
  return db.transaction(async (tx) => {
    await tx.update(charts).set(changes).where(eq(charts.id, id));
    return tellChart(tx, id);
  });
}

export function deleteChart(db: Database, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const gone = await tx.delete(charts).where(eq(charts.id, id)).returning({ id: charts.id });
    if (gone.length === 0) throw new Problem('not_found');
    await tellChange(tx, { kind: 'chart', id });
  });
}

async function tellChart(tx: Queryable, id: string): Promise<SavedChart> {
  const chart = await loadChart(tx, id);
  await tellChange(tx, { kind: 'chart', id });
  return chart;
}
