import { and, eq, inArray } from 'drizzle-orm';

import { cardsOf, type Dashboard } from '#contract/dashboard.ts';
import { asksOfCard, datasetsOfAsk, partsBehind } from '#contract/dashboard-parts.ts';
import { Problem } from '#contract/errors.ts';
import type { BlockedPart } from '#contract/shares.ts';
import { findRight } from '#server/access/rights.ts';
import { dashboards, members } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import type { Viewing } from './look.ts';
import { loadPublisherRights } from './publisher-rights.ts';
import { isHere } from './store.ts';

/** What each part has a say in: the datasets of the cards whose questions it makes up. */
function datasetsByPart(dashboard: Dashboard): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const card of cardsOf(dashboard))
    for (const ask of asksOfCard(card))
      for (const part of partsBehind(dashboard, card.id, ask))
        found.set(part, [...(found.get(part) ?? []), ...(datasetsOfAsk(ask) ?? [])]);
  return found;
}

/** The parts whose publishers may not see the data that they show. */
export async function listBlockedParts(ctx: Viewing, { id }: { id: string }): Promise<BlockedPart[]> {
  const { dashboard, publishers } = await ctx.looking.published(id);
  const may = await loadPublisherRights(ctx, publishers);
  const blocked: { key: string; publisher: string | undefined; canTakeOver: boolean }[] = [];
  for (const [key, datasets] of datasetsByPart(dashboard)) {
    if (await may(key, datasets)) continue;
    blocked.push({ key, publisher: publishers[key], canTakeOver: await maySeeAll(ctx, datasets) });
  }
  const names = await loadNames(
    ctx,
    blocked.flatMap(({ publisher }) => publisher ?? []),
  );
  return blocked.map(({ publisher, ...part }) => ({ ...part, by: names.get(publisher ?? '') ?? null }));
}

async function maySeeAll(ctx: Viewing, datasets: string[]): Promise<boolean> {
  for (const id of datasets) if (!(await findRight(ctx, { kind: 'dataset', id }))) return false;
  return true;
}

async function loadNames({ db }: Viewing, ids: string[]): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const found = await db.select({ id: members.id, name: members.name }).from(members).where(inArray(members.id, ids));
  return new Map(found.map((person) => [person.id, person]));
}

type TakeOver = { id: string; version: number; keys: string[] };

/** Makes whoever asks answerable for parts that they have seen and whose data they may see. */
export async function takeOverParts(ctx: Viewing, { id, version, keys }: TakeOver): Promise<BlockedPart[]> {
  const blocked = await listBlockedParts(ctx, { id });
  const meant = blocked.filter(({ key }) => keys.includes(key));
  if (meant.some(({ canTakeOver }) => !canTakeOver)) throw new Problem('dataset_forbidden');
  await ctx.db.transaction(async (tx) => {
    const [current] = await tx.select().from(dashboards).where(isHere(id)).for('update');
    if (!current) throw new Problem('not_found');
    if (current.version !== version) throw new Problem('newer_version');
    const own = Object.fromEntries(meant.map(({ key }) => [key, ctx.identity.member.id]));
    const publishers = { ...current.publishers, ...own };
    await tx
      .update(dashboards)
      .set({ publishers })
      .where(and(eq(dashboards.id, id), eq(dashboards.version, version)));
    await tellChange(tx, { kind: 'dashboard', id, version });
  });
  return listBlockedParts(ctx, { id });
}
