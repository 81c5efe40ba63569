import { cardKey, controlKey, type DashboardPart, partsBehind, partsOf, timeKey } from '#contract/dashboard-parts.ts';
import type { Use } from '#contract/dashboard-uses.ts';
import { Problem } from '#contract/errors.ts';
import type { Ask } from '#contract/query.ts';
import { anyMember, findRight, rightOf } from '#server/access/rights.ts';
import { loadMakers } from '#server/accounts/acting.ts';
import type { Looked, Viewing } from './look.ts';
import type { Publishers } from './publishers.ts';

/** Whether whoever published a part of a dashboard may see some datasets. */
export type PublisherRights = (part: string, datasets: string[]) => Promise<boolean>;

export async function loadPublisherRights(ctx: Viewing, publishers: Publishers): Promise<PublisherRights> {
  const ids = [...new Set(Object.values(publishers))];
  const people = await loadMakers(
    ctx.db,
    ids.map((memberId) => ({ memberId })),
  );
  return async (part, datasets) => {
    const publisher = people.get(publishers[part] ?? '') ?? anyMember;
    for (const id of datasets) if (!(await rightOf(ctx, publisher, { kind: 'dataset', id }))) return false;
    return true;
  };
}

export type Question = { card: string; ask: Ask };

/** Refuses a question that someone published who may not see what it reads. */
export type PublisherCheck = (question: Question, datasets: string[]) => Promise<void>;

/**
 * Whoever looks for themselves sees what they may see. What runs in someone's name shows their data to others, so that
 * whoever published a question must be allowed to see its answer as well.
 */
export async function openPublisherCheck(
  ctx: Viewing,
  { dashboard, publishers }: Looked,
): Promise<PublisherCheck | undefined> {
  if (!ctx.delegation) return undefined;
  const may = await loadPublisherRights(ctx, publishers);
  return async ({ card, ask }, datasets) => {
    for (const part of partsBehind(dashboard, card, ask))
      if (!(await may(part, datasets))) throw new Problem('publisher_forbidden');
  };
}

const keyOf = ({ kind, id }: Use) => (kind === 'time' ? timeKey : kind === 'card' ? cardKey(id) : controlKey(id));

/** The uses of datasets whose publishers may see them. */
export async function permittedUses(ctx: Viewing, { publishers }: Looked, uses: Use[]): Promise<Use[]> {
  if (!ctx.delegation) return uses;
  const may = await loadPublisherRights(ctx, publishers);
  const isPermitted = await Promise.all(uses.map((use) => may(keyOf(use), [use.dataset])));
  return uses.filter((_, index) => isPermitted[index]);
}

/** The keys of the parts that are shown: those whose data both whoever looks and whoever published them may see. */
export async function listVisibleParts(ctx: Viewing, { dashboard, publishers }: Looked): Promise<string[]> {
  const may = await loadPublisherRights(ctx, publishers);
  const isVisible = async ({ key, datasets = [] }: DashboardPart) => {
    const rights = await Promise.all(datasets.map(async (id) => findRight(ctx, { kind: 'dataset', id })));
    return rights.every(Boolean) && may(key, datasets);
  };
  const parts = partsOf(dashboard);
  const shown = await Promise.all(parts.map(isVisible));
  return parts.filter((_, index) => shown[index]).map(({ key }) => key);
}
