import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';

import type { RowRule, RowRuleSet, rowRuleRoutes } from '#contract/datasets/row-rules.ts';
import { Problem } from '#contract/errors.ts';
import { clearSketches } from '#server/access/grants.ts';
import type { Handlers } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { groups, members, rowRules } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { lockDataset } from './publish.ts';
import { loadDatasetRow } from './read.ts';
import { listBrokenRules } from './readable-snapshot.ts';
import type { DatasetContext, DatasetServices } from './services.ts';
import { loadSnapshot } from './snapshot.ts';

type NewRules = z.output<(typeof rowRuleRoutes)['PUT /datasets/:id/row-rules']['input']>;

export const rowRuleHandlers: Handlers<DatasetServices, typeof rowRuleRoutes> = {
  'GET /datasets/:id/row-rules': (ctx, { id }) => loadRowRules(ctx, id),
  'PUT /datasets/:id/row-rules': saveRowRules,
};

async function loadRowRules(ctx: DatasetContext, id: string): Promise<RowRuleSet> {
  await loadDatasetRow(ctx.db, id);
  const [row] = await ctx.db.select().from(rowRules).where(eq(rowRules.datasetId, id));
  if (!row) return { rules: null, zone: 'UTC', broken: [] };
  const { zone, rules } = row;
  const gone = await listGoneAudiences(ctx.db, rules);
  const broken = listBrokenRules(await loadSnapshot(ctx, id), rules, zone);
  return { rules, zone, broken: [...new Set([...broken, ...gone])] };
}

/** Replaces the rules. They take effect at once, on every server. */
async function saveRowRules(ctx: DatasetContext, { id, rules, zone }: NewRules): Promise<void> {
  await loadDatasetRow(ctx.db, id);
  if (rules) await requireValid(ctx, id, { rules, zone });
  await ctx.db.transaction(async (tx) => {
    const { applicationId: application } = await lockDataset(tx, id);
    await tx.delete(rowRules).where(eq(rowRules.datasetId, id));
    if (rules) await tx.insert(rowRules).values({ datasetId: id, zone, rules, memberId: ctx.identity.member.id });
    // Everyone sees thumbnails.
    if (rules) await clearSketches(tx);
    await publishChange(tx, { kind: 'row_rules', id, application });
  });
  ctx.rowRules.invalidate();
}

/** A rule that was valid and is broken now stays: whoever edits another rule need not repair it. */
async function requireValid(
  ctx: DatasetContext,
  id: string,
  { rules, zone }: Pick<NewRules, 'zone'> & { rules: RowRule[] },
) {
  const ids = new Set(rules.map((rule) => rule.id));
  const before = await loadRowRules(ctx, id);
  const unchanged = new Set((before.rules ?? []).map((rule) => JSON.stringify(rule)));
  const added = rules.filter((rule) => !unchanged.has(JSON.stringify(rule)));
  const broken = listBrokenRules(await loadSnapshot(ctx, id), added, zone);
  const gone = await listGoneAudiences(ctx.db, added);
  if (ids.size < rules.length || broken.length > 0 || gone.length > 0) throw new Problem('row_rule_invalid');
}

/** Ids of the rules for members and groups that do not exist. */
async function listGoneAudiences(db: Queryable, rules: RowRule[]): Promise<string[]> {
  const idsOf = (kind: 'member' | 'group') =>
    rules.flatMap(({ audience }) => (audience.kind === kind ? [audience.id] : []));
  const existing = new Set<string>();
  for (const [table, ids] of [
    [members, idsOf('member')],
    [groups, idsOf('group')],
  ] as const) {
    if (ids.length === 0) continue;
    const rows = await db.select({ id: table.id }).from(table).where(inArray(table.id, ids));
    rows.forEach((row) => existing.add(row.id));
  }
  return rules.flatMap(({ id, audience }) => (audience.kind === 'everyone' || existing.has(audience.id) ? [] : [id]));
}
