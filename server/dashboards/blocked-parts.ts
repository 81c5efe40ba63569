import { and, eq, inArray } from 'drizzle-orm';

import { cardsOf, type Dashboard } from '#domain/dashboard/dashboard.ts';
import { specsOfCard, datasetsOfSpec, partKeysOfQuery } from '#domain/dashboard/parts.ts';
import { Problem } from '#contract/errors.ts';
import type { BlockedPart } from '#contract/shares/routes.ts';
import { findRight } from '#server/access/rights.ts';
import { dashboards, members } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import type { DashboardContext } from './load-dashboard.ts';
import { loadPublisherRights } from './publisher-rights.ts';
import { isActiveDashboard } from './store.ts';

/** The datasets of the cards that each part contributes to. */
function datasetsByPart(dashboard: Dashboard): Map<string, string[]> {
  const byPart = new Map<string, string[]>();
  for (const card of cardsOf(dashboard))
    for (const spec of specsOfCard(card))
      for (const part of partKeysOfQuery(dashboard, card.id, spec))
        byPart.set(part, [...(byPart.get(part) ?? []), ...(datasetsOfSpec(spec) ?? [])]);
  return byPart;
}

/** The parts whose publishers may not see their data. */
export async function listBlockedParts(ctx: DashboardContext, { id }: { id: string }): Promise<BlockedPart[]> {
  const { dashboard, publishers } = await ctx.dashboardLoads.published(id);
  const hasRight = await loadPublisherRights(ctx, publishers);
  const blocked: { key: string; publisher: string | undefined; canTakeOver: boolean }[] = [];
  for (const [key, datasets] of datasetsByPart(dashboard)) {
    if (await hasRight(key, datasets)) continue;
    blocked.push({ key, publisher: publishers[key], canTakeOver: await maySeeAll(ctx, datasets) });
  }
  const names = await loadNames(
    ctx,
    blocked.flatMap(({ publisher }) => publisher ?? []),
  );
  return blocked.map(({ publisher, ...part }) => ({ ...part, by: names.get(publisher ?? '') ?? null }));
}

async function maySeeAll(ctx: DashboardContext, datasets: string[]): Promise<boolean> {
  for (const id of datasets) if (!(await findRight(ctx, { kind: 'dataset', id }))) return false;
  return true;
}

async function loadNames({ db }: DashboardContext, ids: string[]): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: members.id, name: members.name }).from(members).where(inArray(members.id, ids));
  return new Map(rows.map((person) => [person.id, person]));
}

type TakeOver = { id: string; version: number; keys: string[] };

/** Makes the caller the publisher of blocked parts whose data they may see. */
export async function takeOverParts(ctx: DashboardContext, { id, version, keys }: TakeOver): Promise<BlockedPart[]> {
  const blocked = await listBlockedParts(ctx, { id });
  const selected = blocked.filter(({ key }) => keys.includes(key));
  if (selected.some(({ canTakeOver }) => !canTakeOver)) throw new Problem('dataset_forbidden');
  await ctx.db.transaction(async (tx) => {
    const [current] = await tx.select().from(dashboards).where(isActiveDashboard(id)).for('update');
    if (!current) throw new Problem('not_found');
    if (current.version !== version) throw new Problem('newer_version');
    const own = Object.fromEntries(selected.map(({ key }) => [key, ctx.identity.member.id]));
    const publishers = { ...current.publishers, ...own };
    await tx
      .update(dashboards)
      .set({ publishers })
      .where(and(eq(dashboards.id, id), eq(dashboards.version, version)));
    await publishChange(tx, { kind: 'dashboard', id, version });
  });
  return listBlockedParts(ctx, { id });
}
