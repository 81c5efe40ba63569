import type { RelationMatch } from '#contract/relations/routes.ts';
import { Problem } from '#contract/errors.ts';
import { resolveCalculated } from '#domain/formula/resolve.ts';
import { type Column, emptyQuerySpec, type Filter } from '#domain/query/query.ts';
import { type Cardinality, relatedColumnId, type RelationKey, keyTypes } from '#domain/query/relation.ts';
import { signalOf } from '#server/context.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { loadAnswer, valuesOf } from '#server/execution/execute.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';
import { compileQuery, loadVisibleSnapshot, nowOf } from '#server/execution/plan.ts';
import {
  columnNamesOf,
  findDuplicate,
  isSamePlace,
  listKeyValues,
  requireUniqueKeys,
} from '#server/execution/related-snapshots.ts';

const maxUnmatched = 20;
/** Queries check the keys again in their own time zone. */
const measuringZone = 'UTC';

/** Two datasets and the columns that relate them. */
export type RelationInput = { id: string; related: string; keys: RelationKey[] };

function keyColumnOf({ source, calculated }: DatasetSnapshot, id: string): Column {
  const formulas = resolveCalculated(source.columns, calculated);
  const column = [...source.columns, ...formulas].find((each) => each.id === id);
  if (!column) throw new Problem('column_unknown', { column: id });
  if ('isBroken' in column && column.isBroken) throw new Problem('formula_broken', { column: column.name });
  if (!keyTypes.has(column.type)) throw new Problem('relation_type_unusable', { column: column.name });
  return column;
}

/** The snapshots of both datasets; throws if they cannot be related. */
async function loadPair(ctx: ExecutionContext, { id, related, keys }: RelationInput) {
  if (id === related) throw new Problem('relation_to_itself');
  const [own, partner] = await Promise.all([loadVisibleSnapshot(ctx, id), loadVisibleSnapshot(ctx, related)]);
  if (!isSamePlace(own, partner)) throw new Problem('relation_places_differ');
  for (const key of keys) {
    const [one, other] = [keyColumnOf(own, key.column), keyColumnOf(partner, key.relatedColumn)];
    if (one.type !== other.type) throw new Problem('relation_types_differ', { column: one.name, value: other.name });
  }
  return { own, partner };
}

/** Throws if the keys would count rows more than once. */
export async function requireKeys(
  ctx: ExecutionContext,
  { cardinality, ...input }: RelationInput & { cardinality: Cardinality },
): Promise<void> {
  const { keys } = input;
  const { own, partner } = await loadPair(ctx, input);
  await requireUniqueKeys(ctx, partner, { keys, zone: measuringZone });
  if (cardinality !== 'one_to_one') return;
  const columns = keys.map(({ column }) => column);
  const repeated = await findDuplicate(ctx, own, { columns, zone: measuringZone });
  if (repeated)
    throw new Problem('relation_repeated_rows', { column: columnNamesOf(own, columns), value: repeated.value });
}

/** Counts the rows that a relation would match. */
export async function matchRows(ctx: ExecutionContext, input: RelationInput): Promise<RelationMatch> {
  const { keys } = input;
  const { own, partner } = await loadPair(ctx, input);
  const ownColumns = keys.map(({ column }) => column);
  const [duplicate, ownDuplicate] = await Promise.all([
    findDuplicate(ctx, partner, { columns: keys.map(({ relatedColumn }) => relatedColumn), zone: measuringZone }),
    findDuplicate(ctx, own, { columns: ownColumns, zone: measuringZone }),
  ]);
  const trial = { relation: 'trial', keys, isOneToOne: false, snapshot: partner };
  const related: DatasetSnapshot = { ...own, related: [trial] };
  const hasKey = ownColumns.map((column): Filter => ({ op: 'filled', column }));
  const hasPartner: Filter = { op: 'filled', column: relatedColumnId('trial', keys[0]!.relatedColumn) };
  const [rows, rowsWithKey, relatedRows, matched, unmatched] = await Promise.all([
    countRows(ctx, own, []),
    countRows(ctx, own, hasKey),
    countRows(ctx, partner, []),
    duplicate ? null : countRows(ctx, related, [hasPartner]),
    duplicate
      ? []
      : listKeyValues(ctx, related, {
          columns: ownColumns,
          zone: measuringZone,
          filters: [...hasKey, { op: 'not', filter: hasPartner }],
          limit: maxUnmatched,
        }),
  ]);
  const counts = { rows, rowsWithKey, relatedRows, matched, unmatched };
  return { ...counts, duplicate: duplicate ?? null, ownDuplicate: ownDuplicate ?? null };
}

async function countRows(ctx: ExecutionContext, snapshot: DatasetSnapshot, filters: Filter[]): Promise<number> {
  const spec = { ...emptyQuerySpec(snapshot.origin.id), filters };
  const plan = compileQuery(snapshot, { spec, zone: measuringZone, now: nowOf(), rows: 1 });
  const [[count] = []] = valuesOf(await loadAnswer(ctx, plan, { signal: signalOf(ctx) }));
  return Number(count ?? 0);
}
