import { createHash } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import { columnsOfFilter, needsOf, needsOfFormula } from '#domain/dashboard/uses.ts';
import { columnsOfExpression } from '#domain/query/expression.ts';
import { type DatasetAsk, emptyAsk, type Filter, type QueryAsk, type Scalar } from '#domain/query/query.ts';
import { type RelationKey, relationStepOf } from '#domain/query/relation.ts';
import { signalOf } from '#server/context.ts';
import type { DatasetSnapshot, RelatedSnapshot, SnapshotRelation } from '#server/datasets/snapshot.ts';
import { loadAnswer, valuesOf } from './execute.ts';
import { type ExecutionContext, loadPlan } from './execution.ts';
import { loadKeyCount } from './key-counts.ts';
import { compileQuery, type DatasetShape, loadVisibleSnapshot, nowOf } from './plan.ts';

/** The snapshot with the related snapshots that a query needs, all with the rights of the caller. */
export async function loadRelatedOf(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  ask: DatasetAsk,
): Promise<DatasetSnapshot> {
  if (snapshot.relations.length === 0) return snapshot;
  const needs = needsOf(ask);
  const formulas = snapshot.metrics.filter(({ id }) => needs.metrics.includes(id)).map(({ formula }) => formula);
  const calculated = ask.kind === 'rows' && ask.columns.length === 0 ? snapshot.calculated.map(({ id }) => id) : [];
  const columns = [...needs.columns, ...calculated, ...formulas.flatMap((each) => needsOfFormula(each).columns)];
  return loadRelated(ctx, snapshot, columns);
}

/** The same for columns. A relation that leads back to a dataset on the way is not followed. */
export async function loadRelated(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  columns: string[],
  before: string[] = [],
): Promise<DatasetSnapshot> {
  if (snapshot.relations.length === 0) return snapshot;
  const way = [...before, snapshot.origin.id];
  const steps = expandCalculated(snapshot, columns).map(relationStepOf);
  const used = snapshot.relations.filter(
    ({ id, dataset }) => steps.some(({ relation }) => relation === id) && !way.includes(dataset),
  );
  if (used.length === 0) return snapshot;
  const related = await Promise.all(
    used.map((relation) => {
      const own = steps.filter((step) => step.relation === relation.id).map(({ column }) => column);
      return loadPartner(ctx, snapshot, { relation, columns: own, way });
    }),
  );
  const keys = [snapshot.key, ...related.map((each) => each.snapshot.key)];
  return { ...snapshot, related, key: createHash('sha256').update(keys.join()).digest('base64') };
}

/** The columns and all that they and the row rule are calculated from. */
function expandCalculated({ calculated, rowRule }: DatasetSnapshot, columns: string[]): string[] {
  const expanded = new Set<string>();
  const add = (id: string) => {
    if (expanded.has(id)) return;
    expanded.add(id);
    const formula = calculated.find((column) => column.id === id);
    if (formula) columnsOfExpression(formula.expression).forEach(add);
  };
  [...columns, ...(rowRule ? columnsOfFilter(rowRule.filter) : [])].forEach(add);
  return [...expanded];
}

type PartnerInput = { relation: SnapshotRelation; columns: string[]; way: string[] };

async function loadPartner(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  { relation, columns, way }: PartnerInput,
): Promise<RelatedSnapshot> {
  const { id, dataset, keys, isOneToOne } = relation;
  const partner = await loadVisibleSnapshot(ctx, dataset).catch((cause: unknown) => {
    const isHidden = cause instanceof Problem && cause.code === 'dataset_gone';
    throw isHidden ? new Problem('related_dataset_hidden', {}, { cause }) : cause;
  });
  if (!isSamePlace(snapshot, partner)) throw new Problem('relation_places_differ');
  const keyColumns = keys.map(({ relatedColumn }) => relatedColumn);
  const complete = await loadRelated(ctx, partner, [...columns, ...keyColumns], way);
  const ownColumns = keys.map(({ column }) => column);
  const [keyCount] = await Promise.all([
    loadKeyCount(ctx, { own: snapshot, partner: complete, columns: ownColumns }),
    requireUniqueKeys(ctx, complete, keys),
  ]);
  return { relation: id, keys, isOneToOne, keyCount, snapshot: complete };
}

/** Whether one query can read both: rows that are stored here, or tables of the same connection. */
export function isSamePlace({ source: one }: DatasetShape, { source: other }: DatasetShape): boolean {
  if (one.at !== 'connection' || other.at !== 'connection') return one.at === other.at;
  return one.connection === other.connection;
}

/** Values that rows have in some columns, and how many rows. */
export type KeyValue = { value: string; rows: number };

type KeyValuesInput = { columns: string[]; filters: Filter[]; limit: number };

/** The values of columns that most rows have. */
export async function listKeyValues(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  { columns, filters, limit }: KeyValuesInput,
): Promise<KeyValue[]> {
  const ask: QueryAsk = {
    ...emptyAsk(snapshot.origin.id),
    dimensions: columns.map((column, index) => ({ id: `k${index}`, kind: 'value', column })),
    filters,
    order: [{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }],
  };
  const plan = compileQuery(snapshot, { ask, zone: 'UTC', now: nowOf(), rows: limit });
  // Rows of stored versions do not change, so the answer is cached as long as they are current.
  const values = valuesOf(await loadAnswer(ctx, plan, { signal: signalOf(ctx) })) as Scalar[][];
  const textAt = (row: number) =>
    values
      .slice(0, -1)
      .map((column) => column[row])
      .join(', ');
  return (values.at(-1) ?? []).map((rows, row) => ({ value: textAt(row), rows: Number(rows) }));
}

/** A duplicate of the values of these columns; undefined if every row has its own. */
export async function findDuplicate(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  columns: string[],
): Promise<KeyValue | undefined> {
  const filters = columns.map((column): Filter => ({ op: 'filled', column }));
  const [largest] = await listKeyValues(ctx, snapshot, { columns, filters, limit: 1 });
  return largest && largest.rows > 1 ? largest : undefined;
}

/** The names of columns, for a message. */
export const columnNamesOf = ({ source }: DatasetSnapshot, ids: string[]): string =>
  ids.map((id) => source.columns.find((column) => column.id === id)?.name ?? id).join(', ');

/** Refuses partners that are not unique: joining them would count rows more than once. */
export async function requireUniqueKeys(
  ctx: ExecutionContext,
  partner: DatasetSnapshot,
  keys: RelationKey[],
): Promise<void> {
  const columns = keys.map(({ relatedColumn }) => relatedColumn);
  // Every query with a relation checks this, so the result is cached under less than the whole query.
  const key = JSON.stringify(['duplicate', partner.key, columns, nowOf()]);
  const { duplicate } = await loadPlan(ctx.execution, key, async () => ({
    duplicate: await findDuplicate(ctx, partner, columns),
  }));
  if (!duplicate) return;
  throw new Problem('relation_not_unique', {
    column: columnNamesOf(partner, columns),
    value: duplicate.value,
    detail: partner.origin.name,
  });
}
