import { type Ranking, rankingOf } from '#display/words/sentence.ts';
import type { Direction, Part, QueryAsk } from '#contract/query.ts';
import { plainLimit } from './edit.ts';

/** Which groups are kept: so many of a dimension's values, or so many of all rows. */
export type Rank = {
  ranking: Ranking;
  measure: string;
  count: number;
  /** A dimension; null for the rows as they are. */
  dimension: string | null;
  others: 'left_out' | 'rest';
};

const partOf: Record<Ranking, { part: Part; direction: Direction }> = {
  most: { part: 'value', direction: 'descending' },
  least: { part: 'value', direction: 'ascending' },
  rose: { part: 'difference', direction: 'descending' },
  fell: { part: 'difference', direction: 'ascending' },
};

export function rankOf({ top, order, limit }: QueryAsk): Rank | undefined {
  if (top.kind === 'most') {
    const { measure, dimension, count, others } = top;
    return { ranking: rankingOf(top.part, top.direction), measure, dimension, count, others };
  }
  const [first] = order;
  if (first?.kind !== 'measure' || limit >= plainLimit) return undefined;
  const ranking = rankingOf(first.part, first.direction);
  return { ranking, measure: first.id, dimension: null, count: limit, others: 'left_out' };
}

/** Keeps only some groups, or all of them again. */
export function changeRank(ask: QueryAsk, rank: Rank | undefined): QueryAsk {
  const every = { ...ask, top: { kind: 'every' } as const, order: [], limit: plainLimit };
  if (!rank) return every;
  const { ranking, measure, dimension, count, others } = rank;
  const way = partOf[ranking];
  const order = [{ kind: 'measure', id: measure, ...way } as const];
  if (dimension === null) return { ...every, order, limit: count };
  const top = { kind: 'most', dimension, measure, count, others, ...way } as const;
  // What is most is read from the top: the order follows. Steps of time keep their own.
  const hasTime = ask.dimensions.some(({ kind }) => kind === 'time');
  return { ...every, top, order: hasTime ? [] : order };
}

/** The rank to begin with when a kind of it is chosen. */
export function rankFor(ask: QueryAsk, ranking: Ranking): Rank | undefined {
  const now = rankOf(ask);
  const groups = ask.dimensions.filter(({ kind }) => kind !== 'time');
  const measure = now?.measure ?? ask.measures[0]?.id;
  if (groups.length === 0 || !measure) return undefined;
  const isChange = ranking === 'rose' || ranking === 'fell';
  // What fell most, by product and province, is a list of both together.
  const dimension = isChange && groups.length > 1 ? null : (now?.dimension ?? groups[0]!.id);
  const others = ranking === 'most' && dimension !== null ? 'rest' : 'left_out';
  return { ranking, measure, dimension, count: now?.count ?? 10, others };
}
