import { eq, sql } from 'drizzle-orm';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { partsOf } from '#domain/dashboard/parts.ts';
import type { AccessControl } from '#server/access/access.ts';
import type { Person } from '#server/access/audience.ts';
import { anyMember, rightOf } from '#server/access/rights.ts';
import type { Queryable } from '#server/database/open.ts';
import { alerts, dashboards, extracts, members, reports, shares } from '#server/database/schema.ts';

type AccessServices = { access: AccessControl };

async function loadPerson(tx: Queryable, id: string): Promise<Person> {
  const [row] = await tx.select({ id: members.id, role: members.role }).from(members).where(eq(members.id, id));
  return row ?? anyMember;
}

async function filterVisible(ctx: AccessServices, person: Person, datasets: string[]): Promise<string[]> {
  const rights = await Promise.all(datasets.map(async (id) => rightOf(ctx, person, { kind: 'dataset', id })));
  return datasets.filter((_, index) => rights[index]);
}

const datasetsOf = (document: Dashboard) => [...new Set(partsOf(document).flatMap(({ datasets = [] }) => datasets))];

/**
 * Limits links, reports, alerts and extracts that are handed over to datasets that the former creator could see,
 * without those that only the successor may see: the former creator chose their audience.
 */
export async function limitDelegated(tx: Queryable, ctx: AccessServices, from: string): Promise<void> {
  const person = await loadPerson(tx, from);
  const limit = async (before: string[] | null, datasets: string[]) => ({
    datasetLimit: (await filterVisible(ctx, person, datasets)).filter((id) => !before || before.includes(id)),
  });
  for (const table of [shares, reports]) {
    const rows = await tx
      .select({ id: table.id, before: table.datasetLimit, document: dashboards.document })
      .from(table)
      .innerJoin(dashboards, eq(dashboards.id, table.dashboardId))
      .where(eq(table.memberId, from));
    for (const { id, before, document } of rows)
      await tx
        .update(table)
        .set(await limit(before, datasetsOf(document)))
        .where(eq(table.id, id));
  }
  const own = await tx.select().from(alerts).where(eq(alerts.memberId, from));
  for (const { id, datasetLimit, reads } of own)
    await tx
      .update(alerts)
      .set(await limit(datasetLimit, reads))
      .where(eq(alerts.id, id));
  const loaded = await tx.select().from(extracts).where(eq(extracts.memberId, from));
  for (const { id, datasetLimit, source } of loaded)
    await tx
      .update(extracts)
      .set(await limit(datasetLimit, source.kind === 'dataset' ? [source.dataset] : []))
      .where(eq(extracts.id, id));
}

type MemberHandOver = { from: string; to: string };

/** The successor becomes the publisher of the member's dashboard parts whose data that member may see. */
export async function handOverParts(tx: Queryable, ctx: AccessServices, { from, to }: MemberHandOver): Promise<void> {
  const person = await loadPerson(tx, from);
  const rows = await tx
    .select({ id: dashboards.id, document: dashboards.document, publishers: dashboards.publishers })
    .from(dashboards)
    .where(sql`exists (select 1 from jsonb_each_text(${dashboards.publishers}) as part where part.value = ${from})`)
    .for('update');
  for (const { id, document, publishers } of rows) {
    const next = { ...publishers };
    for (const { key, datasets } of partsOf(document)) {
      if (publishers[key] !== from || !datasets) continue;
      const visible = await filterVisible(ctx, person, datasets);
      if (visible.length === datasets.length) next[key] = to;
    }
    await tx.update(dashboards).set({ publishers: next }).where(eq(dashboards.id, id));
  }
}
