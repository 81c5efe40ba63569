import { Problem } from '#contract/errors.ts';
import { needsOf, needsOfFormula } from '#domain/dashboard/uses.ts';
import { columnsOfExpression } from '#domain/query/expression.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import {
  type DatasetQuerySpec,
  emptyQuerySpec,
  type Filter,
  type BuiltQuerySpec,
  type Scalar,
} from '#domain/query/query.ts';
import { type RelationKey, relationStepOf } from '#domain/query/relation.ts';
import { signalOf } from '#server/context.ts';
import type { DatasetSnapshot, RelatedSnapshot, SnapshotRelation } from '#server/datasets/snapshot.ts';
import { hashOf } from '#server/hash.ts';
import { loadAnswer, valuesOf } from './execute.ts';
import { type ExecutionContext, loadPlan } from './execution.ts';
import { loadKeyCount } from './key-counts.ts';
import { compileQuery, type DatasetShape, loadVisibleSnapshot, nowOf } from './plan.ts';

/** Checks that partners can be joined as a relation declares; throws if rows would be counted more than once. */
type KeyCheck = (relation: SnapshotRelation, own: DatasetSnapshot, partner: DatasetSnapshot) => Promise<KeyFacts>;
type KeyFacts = Pick<RelatedSnapshot, 'isOneToOne' | 'keyCount'>;

/** Checks keys by reading them. Keys that are calculated from times depend on the zone. */
export const checkKeys =
  (ctx: ExecutionContext, zone: string): KeyCheck =>
  async ({ keys, isOneToOne }, own, partner) => {
    const columns = keys.map(({ column }) => column);
    const [keyCount, repeated] = await Promise.all([
      loadKeyCount(ctx, { own, partner, columns }),
      // Rows that were added later may repeat a key; then measures of the partners cannot be summed.
      isOneToOne ? findDuplicate(ctx, own, { columns, zone }) : undefined,
      requireUniqueKeys(ctx, partner, { keys, zone }),
    ]);
    return { isOneToOne: isOneToOne && repeated === undefined, keyCount };
  };

/** Trusts the relation, for plans that read no rows. */
export const trustKeys: KeyCheck = ({ isOneToOne }) => Promise.resolve({ isOneToOne, keyCount: undefined });

/** The snapshot with the related snapshots that a query needs, all with the rights of the caller. */
export async function loadRelatedOf(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  spec: DatasetQuerySpec,
  check: KeyCheck,
): Promise<DatasetSnapshot> {
  if (snapshot.relations.length === 0) return snapshot;
  const needs = needsOf(spec);
  const formulas = snapshot.metrics.filter(({ id }) => needs.metrics.includes(id)).map(({ formula }) => formula);
  const calculated = spec.kind === 'rows' && spec.columns.length === 0 ? snapshot.calculated.map(({ id }) => id) : [];
  const columns = [...needs.columns, ...calculated, ...formulas.flatMap((each) => needsOfFormula(each).columns)];
  return loadRelated(ctx, snapshot, { columns, check });
}

type RelatedInput = { columns: string[]; check: KeyCheck; before?: string[] };

/** The same for columns. A relation that leads back to a dataset on the path is not followed. */
export async function loadRelated(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  { columns, check, before = [] }: RelatedInput,
): Promise<DatasetSnapshot> {
  if (snapshot.relations.length === 0) return snapshot;
  const path = [...before, snapshot.origin.id];
  const steps = expandCalculated(snapshot, columns).map(relationStepOf);
  const used = snapshot.relations.filter(
    ({ id, dataset }) => steps.some(({ relation }) => relation === id) && !path.includes(dataset),
  );
  if (used.length === 0) return snapshot;
  const related = await Promise.all(
    used.map((relation) => {
      const own = steps.filter((step) => step.relation === relation.id).map(({ column }) => column);
      return loadPartner(ctx, snapshot, { relation, columns: own, path, check });
    }),
  );
  const keys = [snapshot.key, ...related.map((each) => each.snapshot.key)];
  return { ...snapshot, related, key: hashOf(keys.join()) };
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

type PartnerInput = { relation: SnapshotRelation; columns: string[]; path: string[]; check: KeyCheck };

async function loadPartner(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  { relation, columns, path, check }: PartnerInput,
): Promise<RelatedSnapshot> {
  const { id, dataset, keys } = relation;
  const partner = await loadVisibleSnapshot(ctx, dataset).catch((cause: unknown) => {
    const isHidden = cause instanceof Problem && cause.code === 'dataset_gone';
    throw isHidden ? new Problem('related_dataset_hidden', {}, { cause }) : cause;
  });
  if (!isSamePlace(snapshot, partner)) throw new Problem('relation_places_differ');
  const keyColumns = keys.map(({ relatedColumn }) => relatedColumn);
  const complete = await loadRelated(ctx, partner, { columns: [...columns, ...keyColumns], check, before: path });
  return { relation: id, keys, ...(await check(relation, snapshot, complete)), snapshot: complete };
}

/** Whether one query can read both: rows that are stored here, or tables of the same connection. */
export function isSamePlace({ source: one }: DatasetShape, { source: other }: DatasetShape): boolean {
  if (one.at !== 'connection' || other.at !== 'connection') return one.at === other.at;
  return one.connection === other.connection;
}

/** The values of some columns, and the number of rows that have them. */
export type KeyValue = { value: string; rows: number };

type KeyColumns = { columns: string[]; zone: string };
type KeyValuesInput = KeyColumns & { filters: Filter[]; limit: number };

/** The most frequent values of columns. */
export async function listKeyValues(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  { columns, zone, filters, limit }: KeyValuesInput,
): Promise<KeyValue[]> {
  const spec: BuiltQuerySpec = {
    ...emptyQuerySpec(snapshot.origin.id),
    dimensions: columns.map((column, index) => ({ id: `k${index}`, kind: 'value', column })),
    filters,
    order: [{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }],
  };
  const isCalculated = snapshot.calculated.some(({ id }) => columns.includes(id));
  // Stored keys are the same in every zone, so one answer is cached for all.
  const plan = compileQuery(snapshot, { spec, zone: isCalculated ? zone : 'UTC', now: nowOf(), rows: limit });
  // Rows of stored versions do not change, so the answer is cached as long as they are current.
  const values = valuesOf(await loadAnswer(ctx, plan, { signal: signalOf(ctx) })) as Scalar[][];
  const textAt = (row: number) =>
    values
      .slice(0, -1)
      .map((column) => column[row])
      .join(', ');
  return (values.at(-1) ?? []).map((rows, row) => ({ value: textAt(row), rows: Number(rows) }));
}

/** Values of these columns that several rows have; undefined if they are unique. */
export async function findDuplicate(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  { columns, zone }: KeyColumns,
): Promise<KeyValue | undefined> {
  const filters = columns.map((column): Filter => ({ op: 'filled', column }));
  const [largest] = await listKeyValues(ctx, snapshot, { columns, zone, filters, limit: 1 });
  return largest && largest.rows > 1 ? largest : undefined;
}

/** The names of columns, for a message. */
export const columnNamesOf = ({ source, calculated }: DatasetSnapshot, ids: string[]): string =>
  ids.map((id) => [...source.columns, ...calculated].find((column) => column.id === id)?.name ?? id).join(', ');

/** Refuses partners that are not unique: joining them would count rows more than once. */
export async function requireUniqueKeys(
  ctx: ExecutionContext,
  partner: DatasetSnapshot,
  { keys, zone }: { keys: RelationKey[]; zone: string },
): Promise<void> {
  const columns = keys.map(({ relatedColumn }) => relatedColumn);
  // Every query with the relation checks this, so the result is cached by keys rather than by query.
  const key = JSON.stringify(['duplicate', partner.key, columns, zone, nowOf()]);
  const { duplicate } = await loadPlan(ctx.execution, key, async () => ({
    duplicate: await findDuplicate(ctx, partner, { columns, zone }),
  }));
  if (!duplicate) return;
  throw new Problem('relation_not_unique', {
    column: columnNamesOf(partner, columns),
    value: duplicate.value,
    detail: partner.origin.name,
  });
}
