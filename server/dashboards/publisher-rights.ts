import { cardKey, controlKey, type DashboardPart, partKeysOfQuery, partsOf, timeKey } from '#domain/dashboard/parts.ts';
import type { DashboardUse } from '#domain/dashboard/uses.ts';
import { Problem } from '#contract/errors.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import { anyMember, findRight, rightOf } from '#server/access/rights.ts';
import { loadCreators } from '#server/accounts/on-behalf.ts';
import type { ViewedDashboard, DashboardContext } from './load-dashboard.ts';
import type { Publishers } from './publishers.ts';

/** Whether the publisher of a part may see these datasets. */
export type PublisherRights = (part: string, datasets: string[]) => Promise<boolean>;

export async function loadPublisherRights(ctx: DashboardContext, publishers: Publishers): Promise<PublisherRights> {
  const ids = [...new Set(Object.values(publishers))];
  const people = await loadCreators(
    ctx.db,
    ids.map((memberId) => ({ memberId })),
  );
  return async (part, datasets) => {
    const publisher = people.get(publishers[part] ?? '') ?? anyMember;
    for (const id of datasets) if (!(await rightOf(ctx, publisher, { kind: 'dataset', id }))) return false;
    return true;
  };
}

/**
 * The context of a run on someone's behalf, which shows only rows that everyone who published a part of the dashboard may
 * see. All publishers count for every part, because queries of several parts run as one.
 */
export async function limitToPublishers(
  ctx: DashboardContext,
  { publishers }: ViewedDashboard,
): Promise<DashboardContext> {
  if (!ctx.delegation) return ctx;
  const ids = [...new Set(Object.values(publishers))];
  const people = await loadCreators(
    ctx.db,
    ids.map((memberId) => ({ memberId })),
  );
  const delegation = { ...ctx.delegation, publishers: ids.map((id) => people.get(id ?? '') ?? anyMember) };
  return Object.assign(Object.create(ctx) as DashboardContext, { delegation });
}

export type PartQuery = { card: string; spec: QuerySpec };

/** Throws for a query whose publisher may not see the data that it reads. */
export type PublisherCheck = (query: PartQuery, datasets: string[]) => Promise<void>;

/**
 * Viewers who run a dashboard for themselves see what they may see. A run on behalf of someone else shows their data to
 * others, so the publisher of a query must have the right to see it as well.
 */
export async function openPublisherCheck(
  ctx: DashboardContext,
  { dashboard, publishers }: ViewedDashboard,
): Promise<PublisherCheck> {
  if (!ctx.delegation) return async () => undefined;
  const hasRight = await loadPublisherRights(ctx, publishers);
  return async ({ card, spec }, datasets) => {
    for (const part of partKeysOfQuery(dashboard, card, spec))
      if (!(await hasRight(part, datasets))) throw new Problem('publisher_forbidden');
  };
}

const keyOf = ({ kind, id }: DashboardUse) =>
  kind === 'time' ? timeKey : kind === 'card' ? cardKey(id) : controlKey(id);

/** The uses whose publishers may see the dataset. */
export async function listPermittedUses(
  ctx: DashboardContext,
  { publishers }: ViewedDashboard,
  uses: DashboardUse[],
): Promise<DashboardUse[]> {
  if (!ctx.delegation) return uses;
  const hasRight = await loadPublisherRights(ctx, publishers);
  const isPermitted = await Promise.all(uses.map((use) => hasRight(keyOf(use), [use.dataset])));
  return uses.filter((_, index) => isPermitted[index]);
}

/** The keys of the parts whose data both the caller and the publisher may see. */
export async function listVisibleParts(
  ctx: DashboardContext,
  { dashboard, publishers }: ViewedDashboard,
): Promise<string[]> {
  const hasRight = await loadPublisherRights(ctx, publishers);
  const isVisible = async ({ key, datasets = [] }: DashboardPart) => {
    const rights = await Promise.all(datasets.map(async (id) => findRight(ctx, { kind: 'dataset', id })));
    return rights.every(Boolean) && hasRight(key, datasets);
  };
  const parts = partsOf(dashboard);
  const areVisible = await Promise.all(parts.map(isVisible));
  return parts.filter((_, index) => areVisible[index]).map(({ key }) => key);
}
