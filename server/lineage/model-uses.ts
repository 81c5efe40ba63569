import { and, eq, or, sql } from 'drizzle-orm';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import { Problem } from '#contract/errors.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import { emptyQuerySpec, type BuiltQuerySpec } from '#domain/query/query.ts';
import { relatedColumnId } from '#domain/query/relation.ts';
import { canHaveLabels } from '#domain/query/value-labels.ts';
import { textsOf } from '#display/words/subject.ts';
import { findRight } from '#server/access/rights.ts';
import { type DependentUse, hiddenUseOf } from '#server/dashboards/dependents.ts';
import { extracts, relations, rowRules, valueLabels } from '#server/database/schema.ts';
import { listBrokenRules } from '#server/datasets/readable-snapshot.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { loadVisibleDatasets } from '#server/relations/read.ts';

const filledSpec = (dataset: string, columns: string[]): BuiltQuerySpec => ({
  ...emptyQuerySpec(dataset),
  limit: 1,
  filters: columns.map((column) => ({ op: 'filled', column })),
});

type ModelUse = Pick<Dependent, 'kind' | 'id' | 'columns'> & Partial<Dependent>;

const useOf = (fields: ModelUse, specs: BuiltQuerySpec[]): DependentUse => ({
  specs,
  dependent: {
    title: { en_US: '', zh_CN: '' },
    dashboard: null,
    dataset: null,
    metrics: [],
    isSql: false,
    ...fields,
  },
});

/** Definitions that refer to the columns of a dataset: relations, value labels, row rules, extracts. */
export async function findModelUses(ctx: QueryContext, dataset: Dataset): Promise<DependentUse[]> {
  const { id } = dataset;
  return [
    ...(await findRelations(ctx, id)),
    ...(await findLabels(ctx, dataset)),
    ...(await findRules(ctx, id)),
    ...(await findExtracts(ctx, id)),
  ];
}

/** The relations in both directions. Those with a dataset that the caller may not see are hidden. */
async function findRelations(ctx: QueryContext, id: string): Promise<DependentUse[]> {
  const rows = await ctx.db
    .select()
    .from(relations)
    .where(or(eq(relations.datasetId, id), eq(relations.relatedId, id)))
    .orderBy(relations.createdAt, relations.id);
  const visible = await loadVisibleDatasets(ctx, [...new Set(rows.flatMap((row) => [row.datasetId, row.relatedId]))]);
  return rows.map(({ id: relation, datasetId, relatedId, label, keys }) => {
    const [from, to] = [visible.get(datasetId), visible.get(relatedId)];
    const columns = keys.map((key) => (datasetId === id ? key.column : key.relatedColumn));
    const specs = [filledSpec(datasetId, [relatedColumnId(relation, keys[0]!.relatedColumn)])];
    if (!from || !to) return hiddenUseOf(useOf({ kind: 'relation', id: relation, columns }, specs));
    const [one, other] = [textsOf(from), textsOf(to)];
    const title = {
      en_US: `${one.en_US} › ${label.en_US || other.en_US}`,
      zh_CN: `${one.zh_CN} › ${label.zh_CN || other.zh_CN}`,
    };
    const owner = { id: from.id, application: from.applicationId, title: one };
    return useOf({ kind: 'relation', id: relation, title, columns, dataset: owner }, specs);
  });
}

async function findLabels({ db }: QueryContext, { id, columns }: Dataset): Promise<DependentUse[]> {
  const rows = await db.select().from(valueLabels).where(eq(valueLabels.datasetId, id));
  return rows.map(({ columnId, source }) => {
    const used = [...new Set([columnId, source?.en_US, source?.zh_CN].filter((each) => each != null))];
    const column = columns.find((each) => each.id === columnId);
    return useOf({ kind: 'labels', id: columnId, columns: used, ...(column && { title: textsOf(column) }) }, [
      filledSpec(id, used),
    ]);
  });
}

/** The columns of row rules are revealed only to members who may edit the dataset. */
async function findRules(ctx: QueryContext, id: string): Promise<DependentUse[]> {
  const [row] = await ctx.db.select().from(rowRules).where(eq(rowRules.datasetId, id));
  const mayEdit = (await findRight(ctx, { kind: 'dataset', id })) === 'edit';
  return (row?.rules ?? []).flatMap(({ id: rule, rows }) => {
    if (rows.kind === 'all') return [];
    const columns = [
      ...new Set([...rows.filters.flatMap(columnsOfFilter), ...rows.attributes.map(({ column }) => column)]),
    ];
    const use = useOf({ kind: 'row_rule', id: rule, columns: mayEdit ? columns : [] }, [filledSpec(id, columns)]);
    return [mayEdit ? use : hiddenUseOf(use)];
  });
}

/** The extracts that read a connected table. */
async function findExtracts(ctx: QueryContext, id: string): Promise<DependentUse[]> {
  const reading = and(sql`${extracts.source}->>'kind' = 'dataset'`, sql`${extracts.source}->>'dataset' = ${id}`);
  const rows = await ctx.db.select().from(extracts).where(reading).orderBy(extracts.createdAt);
  const uses: DependentUse[] = [];
  for (const { id: extract, name, applicationId, source, columns: chosen } of rows) {
    const growing = source.kind === 'dataset' ? source.growingColumn : null;
    const columns = [...new Set([...(chosen ?? []).map(({ key }) => key), ...(growing === null ? [] : [growing])])];
    const use = useOf({ kind: 'extract', id: extract, title: { en_US: name, zh_CN: name }, columns }, [
      filledSpec(id, columns),
    ]);
    const isVisible = await findRight(ctx, { kind: 'application', id: applicationId });
    uses.push(isVisible ? use : hiddenUseOf(use));
  }
  return uses;
}

/** Problems of a changed dataset that queries do not detect: labels and rules need certain column types. */
export async function findModelProblem(
  { db }: QueryContext,
  { kind, id, columns }: Dependent,
  snapshot: DatasetSnapshot,
): Promise<Problem | undefined> {
  if (kind === 'labels') {
    const [own, ...sources] = columns.map((column) =>
      [...snapshot.source.columns, ...snapshot.calculated].find((each) => each.id === column),
    );
    if (own && !canHaveLabels(own.type)) return new Problem('labels_of_type', { column: own.name });
    return sources.some((source) => source && source.type !== 'text') ? new Problem('labels_source') : undefined;
  }
  if (kind !== 'row_rule') return undefined;
  const [row] = await db.select().from(rowRules).where(eq(rowRules.datasetId, snapshot.origin.id));
  const rules = row?.rules.filter((rule) => rule.id === id) ?? [];
  const isBroken = row !== undefined && listBrokenRules(snapshot, rules, row.zone).length > 0;
  return isBroken ? new Problem('row_rule_broken', { value: snapshot.origin.name }) : undefined;
}
