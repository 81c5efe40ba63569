import { eq } from 'drizzle-orm';

import { searchItems, type ItemMatch, mergeRanges } from '#domain/text/text-search.ts';
import { type MatchRange, wordsOf } from '#domain/text/text-match.ts';
import type { Language } from '#domain/language.ts';
import type { SearchResult, SearchResultKind } from '#contract/search/routes.ts';
import { maySee } from '#server/access/conditions.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { applications, dashboards, dashboardViews, favourites, folders } from '#server/database/schema.ts';
import { addFolderPlaces } from './folder-places.ts';
import type { IndexedItem } from './index-items.ts';
import type { SearchIndex } from './search-index.ts';

export type SearchServices = { db: Database; searchIndex: SearchIndex };

/** Maximum number of results per kind. */
const maxResults: Record<SearchResultKind, number> = {
  dashboard: 8,
  card: 6,
  application: 5,
  folder: 5,
  dataset: 6,
  metric: 6,
  column: 6,
  member: 5,
};

/** Ranking cost per kind: lower for kinds that are searched for more often. */
const kindCosts: Record<SearchResultKind, number> = {
  dashboard: 0,
  application: 0.5,
  folder: 0.5,
  dataset: 0.5,
  card: 1,
  member: 1,
  metric: 1,
  column: 2,
};

export async function search(ctx: MemberContext<SearchServices>, { q }: { q: string }): Promise<SearchResult[]> {
  const { items, readingsOf } = await ctx.searchIndex.items();
  const isVisible = await visibilityFilter(ctx);
  const usage = await loadUsage(ctx.db, ctx.identity.member.id);
  const visibleItems = items.filter(isVisible);
  const words = wordsOf(q);
  const matches = words.length === 0 ? recentItems(visibleItems, usage) : searchItems(visibleItems, words, readingsOf);
  const ranked = matches
    .map(([item, match]) => ({ item, match, cost: match.cost + costOf(item, usage) }))
    .toSorted((a, b) => a.cost - b.cost);
  const results = groupByKind(ranked).map(({ item, match }) =>
    resultOf(item, match, { language: ctx.language, usage }),
  );
  return addFolderPlaces(ctx.db, ctx.identity.member, results);
}

type DashboardUsage = Map<string, { isFavourite: boolean; seenAt: number }>;

/** Recently viewed and favourite dashboards of a member. */
async function loadUsage(db: Queryable, memberId: string): Promise<DashboardUsage> {
  const viewed = await db.select().from(dashboardViews).where(eq(dashboardViews.memberId, memberId));
  const favouriteRows = await db.select().from(favourites).where(eq(favourites.memberId, memberId));
  const usage: DashboardUsage = new Map(
    viewed.map(({ dashboardId, seenAt }) => [dashboardId, { isFavourite: false, seenAt: seenAt.getTime() }]),
  );
  for (const { dashboardId } of favouriteRows)
    usage.set(dashboardId, { seenAt: usage.get(dashboardId)?.seenAt ?? 0, isFavourite: true });
  return usage;
}

/** Results without a query: recently viewed dashboards, then favourites. */
function recentItems(items: IndexedItem[], usage: DashboardUsage): [IndexedItem, ItemMatch][] {
  const used = items.filter(({ link }) => link.kind === 'dashboard' && usage.has(link.id));
  const seenAt = ({ link }: IndexedItem) => usage.get(link.id)!.seenAt;
  return used
    .toSorted((a, b) => seenAt(b) - seenAt(a))
    .map((item, number) => [item, { cost: number * 10, names: item.names.map(() => []) }]);
}

const day = 86_400_000;

/** Smaller than the extra cost of a worse match, and than the cost difference of datasets and dashboards. */
const verifiedBonus = 0.45;

/** Recently viewed and favourite dashboards rank higher, and so do verified datasets and metrics. */
function costOf({ link }: IndexedItem, usage: DashboardUsage): number {
  const own = link.kind === 'dashboard' ? usage.get(link.id) : undefined;
  const age = own ? Date.now() - own.seenAt : Infinity;
  const recency = age < day ? 2 : age < 7 * day ? 1.5 : age < 30 * day ? 1 : 0;
  const bonus = (own?.isFavourite ? 1.5 : 0) + ('isVerified' in link && link.isVerified ? verifiedBonus : 0);
  return kindCosts[link.kind] - bonus - recency;
}

type RankedItem = { item: IndexedItem; match: ItemMatch; cost: number };

/** Groups results by kind, starting with the kind of the best result. */
function groupByKind(ranked: RankedItem[]): RankedItem[] {
  const groups = new Map<SearchResultKind, RankedItem[]>();
  for (const each of ranked) {
    const { kind } = each.item.link;
    const group = groups.get(kind) ?? [];
    if (group.length < maxResults[kind]) groups.set(kind, [...group, each]);
  }
  return [...groups.values()].flat();
}

type ResultOptions = { language: Language; usage: DashboardUsage };

function resultOf(
  { link, title, place, names }: IndexedItem,
  match: ItemMatch,
  { language, usage }: ResultOptions,
): SearchResult {
  const text = title[language] || title.en_US || title.zh_CN;
  const marksOf = (name: string): MatchRange[] =>
    mergeRanges(match.names[names.findIndex((each) => each.text === name)] ?? []);
  const other = names.find((name) => name.text !== text && marksOf(name.text).length > 0);
  const marks = marksOf(text);
  const also = marks.length === 0 && other ? { text: other.text, marks: marksOf(other.text) } : null;
  const named = { text, marks, also, place: place[language] };
  if (link.kind !== 'dashboard') return { ...link, ...named };
  return { ...link, ...named, isFavourite: usage.get(link.id)?.isFavourite ?? false };
}

type ItemAccess = Pick<IndexedItem, 'link' | 'reads'>;

/**
 * Filter for the items that a member may see: cards follow their dashboard, and also their dataset if their title is
 * generated from it; datasets, metrics and columns follow their application.
 */
async function visibilityFilter({
  db,
  identity,
}: MemberContext<{ db: Database }>): Promise<(item: ItemAccess) => boolean> {
  const { member } = identity;
  if (member.role === 'owner') return () => true;
  const dashboardRows = await db
    .select({ id: dashboards.id })
    .from(dashboards)
    .where(maySee(member, 'dashboard', dashboards.id));
  const applicationRows = await db
    .select({ id: applications.id })
    .from(applications)
    .where(maySee(member, 'application', applications.id));
  const folderRows = await db
    .select({ id: folders.id })
    .from(folders)
    .where(maySee(member, 'folder', folders.id));
  const [visibleDashboards, visibleApplications, visibleFolders] = [dashboardRows, applicationRows, folderRows].map(
    (rows) => new Set(rows.map(({ id }) => id)),
  ) as [Set<string>, Set<string>, Set<string>];
  return ({ link, reads }) => {
    if (link.kind === 'member') return true;
    if (link.kind === 'dashboard') return visibleDashboards.has(link.id);
    if (link.kind === 'folder') return visibleFolders.has(link.id);
    if (link.kind === 'card')
      return visibleDashboards.has(link.dashboard) && (!reads || visibleApplications.has(reads.application));
    return visibleApplications.has(link.kind === 'application' ? link.id : link.application);
  };
}
