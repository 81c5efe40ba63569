import type { Dimension, Top } from '#contract/query.ts';
import type { Part, Valued } from './aggregate.ts';
import { converted, type Grouping, groupingOf } from './dimension.ts';
import { type Fragment, raw, sql } from './fragment.ts';
import { rowsOf, type Scope } from './scope.ts';
import { as, nested, select } from './select.ts';
import type { Shift } from './span.ts';

/** Rows to be grouped: d1, d2, … are the dimensions, a1, a2, … the numbers, and `rest` is 1 for the rest. */
export type Groups = {
  dimensions: Dimension[];
  parts: Part[];
  where: Fragment[];
  /** The rows that bins span: with a comparison, those of both windows. */
  reach: Fragment[];
  /** How far the steps of each dimension are moved. */
  shifts: (Shift | null)[];
  best: Best | null;
};

/** The values of one dimension that are shown, as a select of `value` and `hit`. */
export type Best = { dimension: Dimension; others: 'left_out' | 'rest'; values: Fragment };

export function grouped(scope: Scope, groups: Groups): Fragment {
  const { dimensions, parts, best } = groups;
  const groupings = dimensions.map((dimension, index) => placed(scope, groups, { dimension, index }));
  const hasRest = best?.others === 'rest';
  const keys = groupings.map(({ key }, index) =>
    hasRest && dimensions[index] === best.dimension ? sql`case when best.hit = 1 then ${key} end` : key,
  );
  const rest = hasRest ? [raw('case when best.hit = 1 then 0 else 1 end as rest')] : [];
  const numbers = parts.map((part, index) => as(part.select, `a${index + 1}`));
  const inner = select({
    columns: [...keys.map((key, index) => as(key, `d${index + 1}`)), ...rest, ...numbers],
    from: rowsOf(scope),
    joins: [
      ...groupings.flatMap(({ joins }) => joins),
      ...bestJoin(scope, best, groupings[dimensions.indexOf(best?.dimension as Dimension)]),
    ],
    where: groups.where,
    groups: keys.length + rest.length,
  });
  return groupings.some(({ convert }) => convert) ? regrouped(inner, groupings, groups) : inner;
}

// Numbers that cannot be added up, and values that are looked up, need the finished value of each row.
function placed(scope: Scope, groups: Groups, { dimension, index }: { dimension: Dimension; index: number }): Grouping {
  const surroundings = {
    alias: `s${index + 1}`,
    where: groups.where,
    reach: groups.reach,
    shift: groups.shifts[index] ?? null,
  };
  const grouping = groupingOf(scope, dimension, surroundings);
  const canMerge = groups.parts.every(({ merge }) => merge) && dimension !== groups.best?.dimension;
  return canMerge ? grouping : converted(scope, grouping, surroundings);
}

function bestJoin({ dialect }: Scope, best: Best | null, grouping: Grouping | undefined): Fragment[] {
  if (!best || !grouping) return [];
  const how = raw(best.others === 'rest' ? 'left join' : 'join');
  return [sql`${how} ${nested(best.values, 'best')} on ${dialect.isSame(raw('best.value'), grouping.key)}`];
}

function regrouped(inner: Fragment, groupings: Grouping[], { parts, best }: Groups): Fragment {
  const values = groupings.map(({ convert }, index) => {
    const column = raw(`d${index + 1}`);
    return convert ? as(convert(column), `d${index + 1}`) : column;
  });
  const rest = best?.others === 'rest' ? [raw('rest')] : [];
  const numbers = parts.map(({ merge }, index) => raw(`${merge}(a${index + 1}) as a${index + 1}`));
  return select({
    columns: [...values, ...rest, ...numbers],
    from: nested(inner, 'slots'),
    groups: values.length + rest.length,
  });
}

type Ranking = {
  dimension: Dimension;
  parts: Part[];
  ranked: Valued;
  where: Fragment[];
  reach: Fragment[];
  top: Top & { kind: 'most' };
};

/** The values of a dimension with the most of a measure; of equal ones the first in order. */
export function bestOf(scope: Scope, { dimension, parts, ranked, where, reach, top }: Ranking): Best {
  const inner = grouped(scope, { dimensions: [dimension], parts, where, reach, shifts: [null], best: null });
  const { order } = scope.dialect;
  const values = select({
    columns: [raw('d1 as value'), raw('1 as hit')],
    from: nested(inner, 'ranked'),
    order: [order(ranked.value('a'), 'descending'), order(raw('d1'), 'ascending')],
    limit: top.count,
  });
  return { dimension, others: top.others, values };
}
