import { eq } from 'drizzle-orm';

import { findIn, type Finding, joinMarks } from '#contract/finding.ts';

import { type Mark, wordsOf } from '#contract/match.ts';
import type { Language } from '#contract/language.ts';
import type { Found, FoundKind } from '#contract/search.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { favourites, seen } from '#server/database/schema.ts';
import type { Item } from './items.ts';
import type { Known } from './known.ts';
import { visibleTo } from './visible.ts';

export type Services = { db: Database; known: Known };

/** So many are shown of each kind: who looks for another one types a little more. */
const most: Record<FoundKind, number> = { dashboard: 8, card: 6, application: 5, dataset: 6, column: 6, member: 5 };

/** What is meant more often than something else of the same name. */
const kindCosts: Record<FoundKind, number> = {
  dashboard: 0,
  application: 0.5,
  dataset: 0.5,
  card: 1,
  member: 1,
  column: 2,
};

export async function search(ctx: MemberContext<Services>, { q }: { q: string }): Promise<Found[]> {
  const { items, readingsOf } = await ctx.known.items();
  const isVisible = await visibleTo(ctx);
  const liked = await loadLiked(ctx.db, ctx.identity.member.id);
  const here = items.filter(isVisible);
  const words = wordsOf(q);
  const found = words.length === 0 ? recent(here, liked) : findIn(here, words, readingsOf);
  const ranked = found
    .map(([item, finding]) => ({ item, finding, cost: finding.cost + costOf(item, liked) }))
    .toSorted((a, b) => a.cost - b.cost);
  return byKind(ranked).map(({ item, finding }) => foundOf(item, finding, { language: ctx.language, liked }));
}

type Liked = Map<string, { isFavourite: boolean; seenAt: number }>;

/** What a member looked at last, and their favourites. */
async function loadLiked(db: Queryable, memberId: string): Promise<Liked> {
  const looked = await db.select().from(seen).where(eq(seen.memberId, memberId));
  const chosen = await db.select().from(favourites).where(eq(favourites.memberId, memberId));
  const liked: Liked = new Map(
    looked.map(({ dashboardId, seenAt }) => [dashboardId, { isFavourite: false, seenAt: seenAt.getTime() }]),
  );
  for (const { dashboardId } of chosen)
    liked.set(dashboardId, { seenAt: liked.get(dashboardId)?.seenAt ?? 0, isFavourite: true });
  return liked;
}

/** Without words: what was seen last, then the favourites. */
function recent(items: Item[], liked: Liked): [Item, Finding][] {
  const known = items.filter(({ leads }) => leads.kind === 'dashboard' && liked.has(leads.id));
  const seenAt = ({ leads }: Item) => liked.get(leads.id)!.seenAt;
  return known
    .toSorted((a, b) => seenAt(b) - seenAt(a))
    .map((item, number) => [item, { cost: number * 10, names: item.names.map(() => []) }]);
}

const day = 86_400_000;

/** What someone knows is probably what they mean. */
function costOf({ leads }: Item, liked: Liked): number {
  const like = leads.kind === 'dashboard' ? liked.get(leads.id) : undefined;
  const age = like ? Date.now() - like.seenAt : Infinity;
  const recency = age < day ? 2 : age < 7 * day ? 1.5 : age < 30 * day ? 1 : 0;
  return kindCosts[leads.kind] - (like?.isFavourite ? 1.5 : 0) - recency;
}

type Ranked = { item: Item; finding: Finding; cost: number };

/** Things of one kind together, the kind of the best one first. */
function byKind(ranked: Ranked[]): Ranked[] {
  const groups = new Map<FoundKind, Ranked[]>();
  for (const each of ranked) {
    const { kind } = each.item.leads;
    const group = groups.get(kind) ?? [];
    if (group.length < most[kind]) groups.set(kind, [...group, each]);
  }
  return [...groups.values()].flat();
}

type Reader = { language: Language; liked: Liked };

function foundOf({ leads, title, place, names }: Item, finding: Finding, { language, liked }: Reader): Found {
  const text = title[language] || title.en_US || title.zh_CN;
  const marksOf = (name: string): Mark[] =>
    joinMarks(finding.names[names.findIndex((each) => each.text === name)] ?? []);
  const other = names.find((name) => name.text !== text && marksOf(name.text).length > 0);
  const marks = marksOf(text);
  const also = marks.length === 0 && other ? { text: other.text, marks: marksOf(other.text) } : null;
  const named = { text, marks, also, place: place[language] };
  if (leads.kind !== 'dashboard') return { ...leads, ...named };
  return { ...leads, ...named, isFavourite: liked.get(leads.id)?.isFavourite ?? false };
}
