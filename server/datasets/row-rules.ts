import { eq, inArray } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

import type { RowRule, RowRuleSet, rowRuleRoutes } from '#contract/datasets/row-rules.ts';
import { Problem } from '#contract/errors.ts';
import type { RowPage } from '#contract/datasets/routes.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import { relationStepOf } from '#domain/query/relation.ts';
import { rightOf } from '#server/access/rights.ts';
import { loadCreators } from '#server/accounts/on-behalf.ts';
import { loadRowsFor } from './rows.ts';
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
  'POST /datasets/:id/row-rules/preview': previewRows,
};

async function loadRowRules(ctx: DatasetContext, id: string): Promise<RowRuleSet> {
  await loadDatasetRow(ctx.db, id);
  const [row] = await ctx.db.select().from(rowRules).where(eq(rowRules.datasetId, id));
  if (!row) return { rules: null, zone: 'UTC', broken: [] };
  const { zone, rules } = row;
  const withoutAudience = await listRulesWithoutAudience(ctx.db, rules);
  const broken = listBrokenRules(await loadSnapshot(ctx, id), rules, zone);
  return { rules, zone, broken: [...new Set([...broken, ...withoutAudience])] };
}

/** Replaces the rules. They take effect at once, on every server. */
async function saveRowRules(ctx: DatasetContext, { id, rules, zone }: NewRules): Promise<void> {
  await loadDatasetRow(ctx.db, id);
  if (rules) await requireValid(ctx, id, { rules, zone });
  await ctx.db.transaction(async (tx) => {
    const { applicationId: application } = await lockDataset(tx, id);
    await tx.delete(rowRules).where(eq(rowRules.datasetId, id));
    if (rules) await tx.insert(rowRules).values({ datasetId: id, zone, rules, memberId: ctx.identity.member.id });
    // Thumbnails are visible to everyone.
    if (rules) await clearSketches(tx);
    await publishChange(tx, { kind: 'row_rules', id, application });
  });
  ctx.rowRules.invalidate();
}

const previewLimit = 20;
type PreviewInput = z.output<(typeof rowRuleRoutes)['POST /datasets/:id/row-rules/preview']['input']>;

/** The first rows that a member sees. The caller sees all rows, so these are what both may see. */
async function previewRows(ctx: DatasetContext, { id, member, order }: PreviewInput): Promise<RowPage> {
  const person = (await loadCreators(ctx.db, [{ memberId: member }])).get(member);
  if (!person) throw new Problem('row_rule_invalid');
  if (!(await rightOf(ctx, person, { kind: 'dataset', id }))) throw new Problem('dataset_forbidden');
  return loadRowsFor(
    ctx,
    { access: ctx.access, rowRules: ctx.rowRules, identity: { member: person } },
    { id, offset: 0, limit: previewLimit, order, filters: [] },
  );
}

/** Checks the rules that are new or changed. An earlier rule may be broken by now: other rules can still be edited. */
async function requireValid(
  ctx: DatasetContext,
  id: string,
  { rules, zone }: Pick<NewRules, 'zone'> & { rules: RowRule[] },
) {
  const ids = new Set(rules.map((rule) => rule.id));
  const before = await loadRowRules(ctx, id);
  const added = rules.filter((rule) => !before.rules?.some((each) => isDeepStrictEqual(each, rule)));
  if (added.some(usesRelated)) throw new Problem('row_rule_related');
  const broken = listBrokenRules(await loadSnapshot(ctx, id), added, zone);
  const withoutAudience = await listRulesWithoutAudience(ctx.db, added);
  if (ids.size < rules.length || broken.length > 0 || withoutAudience.length > 0) throw new Problem('row_rule_invalid');
}

/** Whether a rule uses related columns: pages, profiles and SQL of people read a source without relations. */
const usesRelated = ({ rows }: RowRule) =>
  rows.kind === 'some' &&
  [...rows.filters.flatMap(columnsOfFilter), ...rows.attributes.map(({ column }) => column)].some(
    (id) => relationStepOf(id).relation !== '',
  );

/** Ids of the rules for members and groups that do not exist. */
async function listRulesWithoutAudience(db: Queryable, rules: RowRule[]): Promise<string[]> {
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
