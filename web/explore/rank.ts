import { type RankingKind, rankingOf } from '#display/words/sentence.ts';
import type { Direction, MeasurePart, BuiltQuerySpec } from '#domain/query/query.ts';
import { plainLimit } from './query-edits.ts';

/** A top N: of a dimension's values, or of all rows. */
export type Rank = {
  ranking: RankingKind;
  measure: string;
  count: number;
  /** The ranked dimension; null to rank the rows. */
  dimension: string | null;
  others: 'left_out' | 'rest';
};

const rankOrders: Record<RankingKind, { part: MeasurePart; direction: Direction }> = {
  most: { part: 'value', direction: 'descending' },
  least: { part: 'value', direction: 'ascending' },
  rose: { part: 'difference', direction: 'descending' },
  fell: { part: 'difference', direction: 'ascending' },
};

export function rankOf({ top, order, limit }: BuiltQuerySpec): Rank | undefined {
  if (top.kind === 'most') {
    const { measure, dimension, count, others } = top;
    return { ranking: rankingOf(top.part, top.direction), measure, dimension, count, others };
  }
  const [first] = order;
  if (first?.kind !== 'measure' || limit >= plainLimit) return undefined;
  const ranking = rankingOf(first.part, first.direction);
  return { ranking, measure: first.id, dimension: null, count: limit, others: 'left_out' };
}

/** Applies a top N, or removes it. */
export function changeRank(spec: BuiltQuerySpec, rank: Rank | undefined): BuiltQuerySpec {
  const unranked = { ...spec, top: { kind: 'every' } as const, order: [], limit: plainLimit };
  if (!rank) return unranked;
  const { ranking, measure, dimension, count, others } = rank;
  const rankOrder = rankOrders[ranking];
  const order = [{ kind: 'measure', id: measure, ...rankOrder } as const];
  if (dimension === null) return { ...unranked, order, limit: count };
  const top = { kind: 'most', dimension, measure, count, others, ...rankOrder } as const;
  // Groups are ordered by the rank, too. Time steps keep their own order.
  const hasTime = spec.dimensions.some(({ kind }) => kind === 'time');
  return { ...unranked, top, order: hasTime ? [] : order };
}

/** The initial rank for a chosen ranking. */
export function rankFor(spec: BuiltQuerySpec, ranking: RankingKind): Rank | undefined {
  const now = rankOf(spec);
  const groups = spec.dimensions.filter(({ kind }) => kind !== 'time');
  const measure = now?.measure ?? spec.measures[0]?.id;
  if (groups.length === 0 || !measure) return undefined;
  const isChange = ranking === 'rose' || ranking === 'fell';
  // Ranking changes by several dimensions ranks their combinations.
  const dimension = isChange && groups.length > 1 ? null : (now?.dimension ?? groups[0]!.id);
  const others = ranking === 'most' && dimension !== null ? 'rest' : 'left_out';
  return { ranking, measure, dimension, count: now?.count ?? 10, others };
}
