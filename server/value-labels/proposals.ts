import { eq } from 'drizzle-orm';

import type { LabelProposal } from '#contract/value-labels/routes.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import { areTwins, isOneToOne, languagePairOf } from '#domain/columns/twin-columns.ts';
import { signalOf } from '#server/context.ts';
import { valueLabels } from '#server/database/schema.ts';
import { loadDatasetRow } from '#server/datasets/read.ts';
import type { DatasetContext } from '#server/datasets/services.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { loadWholeSnapshot } from './edit.ts';
import { countSpec, queryAllRows } from './label-columns.ts';

/** Maximum number of column pairs whose rows are compared; pairs with twin names come first. */
const maxPairs = 12;
/** Maximum number of text columns to consider, so that wide tables are fast too. */
const maxColumns = 60;
const maxValues = 2000;

type CountedColumn = { id: string; name: string; distinct: number };
type ColumnPair = [CountedColumn, CountedColumn];

/** Text columns without labels, with their number of values. */
async function countColumns(
  ctx: DatasetContext,
  snapshot: DatasetSnapshot,
  labelled: Set<string>,
): Promise<CountedColumn[]> {
  const candidates = snapshot.source.columns
    .filter(({ id, type }) => type === 'text' && !labelled.has(id))
    .slice(0, maxColumns);
  if (candidates.length < 2) return [];
  const measures = candidates.map(({ id }, index) => ({
    id: `m${index}`,
    formula: { kind: 'distinct' as const, column: id },
    show: 'value' as const,
  }));
  const spec = { ...emptyQuerySpec(snapshot.origin.id), measures, limit: 1 };
  const counts = await queryAllRows(ctx, snapshot, { spec, signal: signalOf(ctx) });
  return candidates.map(({ id, name }, index) => ({ id, name, distinct: Number(counts[index]?.[0] ?? 0) }));
}

const isPlausible = ([a, b]: ColumnPair): boolean => {
  const [few, many] = [Math.min(a.distinct, b.distinct), Math.max(a.distinct, b.distinct)];
  if (few < 2 || many > maxValues) return false;
  return areTwins(a.name, b.name) ? few >= 0.8 * many : few >= 0.98 * many;
};

function pairsOf(columns: CountedColumn[]): ColumnPair[] {
  const all = columns.flatMap((a, index) => columns.slice(index + 1).map((b): ColumnPair => [a, b]));
  const plausible = all.filter(isPlausible);
  const twinsFirst = ([a, b]: ColumnPair) => Number(!areTwins(a.name, b.name));
  return plausible.toSorted((a, b) => twinsFirst(a) - twinsFirst(b)).slice(0, maxPairs);
}

/** The pair as a Chinese and an English column, if the rows show that one translates the other. */
async function comparePair(
  ctx: DatasetContext,
  snapshot: DatasetSnapshot,
  [a, b]: ColumnPair,
): Promise<LabelProposal | undefined> {
  const spec = countSpec(snapshot.origin.id, [a.id, b.id], 2 * maxValues);
  const [left = [], right = [], rows = []] = await queryAllRows(ctx, snapshot, { spec, signal: signalOf(ctx) });
  const pairs = left.map((value, index) => ({
    left: String(value),
    right: String(right[index]),
    rows: Number(rows[index]),
  }));
  const languages = languagePairOf(pairs);
  if (!languages || !isOneToOne(pairs)) return undefined;
  return languages === 'zh en' ? { chinese: a.id, english: b.id } : { chinese: b.id, english: a.id };
}

/** Pairs of columns that have the same values in two languages. Each column is proposed once. */
export async function listProposals(ctx: DatasetContext, id: string): Promise<LabelProposal[]> {
  await loadDatasetRow(ctx.db, id);
  const rows = await ctx.db.select().from(valueLabels).where(eq(valueLabels.datasetId, id));
  const snapshot = await loadWholeSnapshot(ctx, id);
  const columns = await countColumns(ctx, snapshot, new Set(rows.map(({ columnId }) => columnId)));
  const proposals: LabelProposal[] = [];
  const used = new Set<string>();
  for (const pair of pairsOf(columns)) {
    if (pair.some((each) => used.has(each.id))) continue;
    const proposal = await comparePair(ctx, snapshot, pair);
    if (!proposal) continue;
    proposals.push(proposal);
    for (const each of pair) used.add(each.id);
  }
  return proposals;
}
