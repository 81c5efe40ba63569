import type { Dimension } from '#domain/query/query.ts';
import type { AggregatePart } from './aggregate.ts';
import type { Dialect } from './dialect.ts';
import { type Fragment, indent, inner, join, raw, sql } from './fragment.ts';
import { countValues } from './late-joins.ts';
import type { QueryTable, Scope } from './scope.ts';
import { as, nested, select, type SelectInput } from './select.ts';

/** With fewer rows a percentile is fast without bands. */
export const minRowsForBands = 2_000_000;
/** Rows of the sample; each group needs thousands for its band to be narrow. */
const sampleRows = 200_000;
const maxGroups = 32;
/** A group with fewer rows in the sample is ignored: its band would be wide. */
const minGroupSample = 500;
/** Standard errors of the percentile of a sample within which the percentile of all rows is searched. */
const standardErrors = 6;
const minSlack = 5;
/** Above this share of the numbers, sorting the band costs more than it saves. */
const maxShare = 0.25;

const dateParts = { hour: 24, weekday: 7, month: 12 } as const;

/** Rows to group: `labels` are the columns to group by, with the names `keys`. */
export type BandedGroups = {
  labels: Fragment[];
  keys: Fragment[];
  parts: AggregatePart[];
  rows: Pick<SelectInput, 'from' | 'joins' | 'where'>;
};

type Bands = NonNullable<Dialect['bands']>;
type Percentile = { number: number; cell: Fragment; fraction: number };

/** Whether percentiles of a table by these dimensions are worth bands: of many rows, in few groups. */
export function mayUseBands(table: QueryTable, dimensions: Dimension[]): boolean {
  if ((table.rowCount ?? 0) < minRowsForBands) return false;
  const countOf = (dimension: Dimension) =>
    dimension.kind === 'date_part' ? dateParts[dimension.part] : countValues(table, dimension);
  return dimensions.reduce((groups, dimension) => groups * countOf(dimension), 1) <= maxGroups;
}

/**
 * Percentiles of many rows without keeping all of their numbers: a sample gives a narrow band of numbers in which the
 * percentile of each group almost certainly is. Then one pass counts the numbers below the band and sorts those in it,
 * which gives the exact percentile, or shows that it is outside: such groups are computed in full.
 */
export function groupInBands({ dialect, table }: Scope, input: BandedGroups): Fragment {
  const { keys, parts } = input;
  const bands = dialect.bands!;
  const percentiles = parts.flatMap(({ percentile }, index): Percentile[] =>
    percentile ? [{ number: index + 1, cell: dialect.asNumber(percentile.cell), fraction: percentile.fraction }] : [],
  );
  const percent = Math.min(100, Math.round((1e8 * sampleRows) / table.rowCount!) / 1e6);
  const steps: [string, Fragment][] = [
    ['sample', bands.sampled(select({ columns: [...input.labels, ...cellsOf(percentiles)], ...input.rows }), percent)],
    ['reach', reachOf(bands, keys, percentiles)],
    ['band', bandOf(dialect, bands, percentiles)],
    ['counted', countedOf(bands, input, percentiles)],
    ['found', foundOf(dialect, bands, { keys, parts, percentiles })],
    ['full', fullOf(dialect, input, percentiles)],
  ];
  const numbers = parts.map(({ percentile }, index) => {
    const number = index + 1;
    const value = percentile
      ? sql`case when ${stepColumn('found', `hit${number}`)} then ${stepColumn('found', `a${number}`)} else ${stepColumn('full', `a${number}`)} end`
      : stepColumn('found', `a${number}`);
    return as(value, `a${number}`);
  });
  const answer = select({
    columns: [...keys.map((key) => sql`${inner('found')}.${key} as ${key}`), ...numbers],
    from: inner('found'),
    joins: [sql`left join ${inner('full')} on ${sameKeys(dialect, keys, ['found', 'full'])}`],
  });
  const ctes = steps.map(([step, rows]) => sql`${inner(step)} as materialized (\n  ${indent(rows)}\n)`);
  return sql`with ${join(ctes, ',\n')}\n${answer}`;
}

const stepColumn = (step: string, column: string): Fragment => sql`${inner(step)}.${inner(column)}`;

const cellsOf = (percentiles: Percentile[]) => percentiles.map(({ number, cell }) => as(cell, `c${number}`));

function sameKeys(dialect: Dialect, keys: Fragment[], [one, other]: [string, string]): Fragment {
  const pairs = keys.map((key) => dialect.isSame(sql`${inner(one)}.${key}`, sql`${inner(other)}.${key}`));
  return pairs.length > 0 ? join(pairs, ' and ') : raw('true');
}

/** The edges of the band of each percentile, from the sorted samples of the groups. */
function reachOf({ sortedList, element, length }: Bands, keys: Fragment[], percentiles: Percentile[]): Fragment {
  const lists = percentiles.map(({ number }) => {
    const cell = inner(`c${number}`);
    return as(sortedList(cell, sql`${cell} is not null`), `s${number}`);
  });
  const groups = select({ columns: [...keys, ...lists], from: inner('sample'), groups: keys.length });
  const edges = percentiles.flatMap(({ number, fraction }) => {
    const list = inner(`s${number}`);
    const size = length(list);
    const middle = sql`(${size} - 1) * ${raw(String(fraction))}`;
    const error = standardErrors * Math.sqrt(fraction * (1 - fraction));
    // The smallest and the largest numbers of a sample do not bound those of all rows.
    const slack = sql`(${raw(String(error))} * sqrt(${size}) + ${raw(String(minSlack))})`;
    const [below, above] = [sql`floor(${middle} - ${slack})`, sql`ceil(${middle} + ${slack})`];
    const low = sql`case when ${below} < 0 then '-infinity' else ${element(list, sql`${below} + 1`)} end`;
    const high = sql`case when ${above} >= ${size} then 'infinity' else ${element(list, sql`${above} + 1`)} end`;
    const ofLarge = (edge: Fragment) => sql`case when ${size} >= ${raw(String(minGroupSample))} then ${edge} end`;
    return [as(sql`min(${ofLarge(low)})`, `low${number}`), as(sql`max(${ofLarge(high)})`, `high${number}`)];
  });
  return select({ columns: edges, from: nested(groups, 'g') });
}

/** One band for all groups, or null if it has too many of the numbers. */
function bandOf({ asNumber }: Dialect, { count }: Bands, percentiles: Percentile[]): Fragment {
  const columns = percentiles.flatMap(({ number }) => {
    const cell = inner(`c${number}`);
    const [low, high] = [inner(`low${number}`), inner(`high${number}`)];
    const within = count(sql`${cell} between ${low} and ${high}`);
    const isNarrow = sql`${asNumber(within)} <= ${raw(String(maxShare))} * count(${cell})`;
    return [low, high].map((edge) => sql`case when ${isNarrow} then min(${edge}) end as ${edge}`);
  });
  return select({ columns, from: inner('sample'), joins: [sql`cross join ${inner('reach')}`] });
}

/** The groups with their other aggregates, the number of cells below the band, and the sorted cells in it. */
function countedOf(
  { count, sortedList }: Bands,
  { labels, parts, rows }: BandedGroups,
  percentiles: Percentile[],
): Fragment {
  const others = parts.flatMap((part, index) => (part.percentile ? [] : [as(part.select, `a${index + 1}`)]));
  const searched = percentiles.flatMap(({ number, cell }) => {
    const [low, high] = [stepColumn('band', `low${number}`), stepColumn('band', `high${number}`)];
    return [
      as(sql`count(${cell})`, `n${number}`),
      as(count(sql`${cell} < ${low}`), `below${number}`),
      as(sortedList(cell, sql`${cell} between ${low} and ${high}`), `m${number}`),
    ];
  });
  return select({
    ...rows,
    columns: [...labels, ...others, ...searched],
    joins: [...(rows.joins ?? []), sql`cross join ${inner('band')}`],
    groups: labels.length,
  });
}

/** The percentiles that are in the band: interpolated between the cells on both sides of the position. */
function foundOf(
  { asNumber }: Dialect,
  { element, length }: Bands,
  { keys, parts, percentiles }: { keys: Fragment[]; parts: AggregatePart[]; percentiles: Percentile[] },
): Fragment {
  const others = parts.flatMap(({ percentile }, index) => (percentile ? [] : [inner(`a${index + 1}`)]));
  const searched = percentiles.flatMap(({ number, fraction }) => {
    const [size, below, list] = [inner(`n${number}`), inner(`below${number}`), inner(`m${number}`)];
    const position = sql`((${size} - 1) * ${asNumber(raw(String(fraction)))})`;
    const [low, high] = [sql`floor(${position})`, sql`ceil(${position})`];
    const cellAt = (index: Fragment) => element(list, sql`${index} - ${below} + 1`);
    const rest = sql`(${position} - ${low})`;
    return [
      as(sql`${cellAt(low)} * (1 - ${rest}) + ${cellAt(high)} * ${rest}`, `a${number}`),
      as(sql`${size} = 0 or (${low} >= ${below} and ${high} < ${below} + ${length(list)})`, `hit${number}`),
    ];
  });
  return select({ columns: [...keys, ...others, ...searched], from: inner('counted') });
}

/** The percentiles of the groups that miss the band; usually there are none, and no row is read. */
function fullOf(dialect: Dialect, { labels, keys, rows }: BandedGroups, percentiles: Percentile[]): Fragment {
  const hits = percentiles.map(({ number }) => inner(`hit${number}`));
  const missed = select({
    columns: keys.length > 0 ? keys : [raw('1 as missed')],
    from: inner('found'),
    where: [sql`not (${join(hits, ' and ')})`],
  });
  const cells = select({ columns: [...labels, ...cellsOf(percentiles)], ...rows });
  const on = sameKeys(dialect, keys, ['all', 'missed']);
  return select({
    columns: [
      ...keys.map((key) => sql`${inner('all')}.${key} as ${key}`),
      ...percentiles.map(({ number, fraction }) =>
        as(dialect.percentile!(stepColumn('all', `c${number}`), fraction), `a${number}`),
      ),
    ],
    from: sql`(\n  ${indent(cells)}\n) as ${inner('all')}`,
    joins: [sql`join (\n  ${indent(missed)}\n) as ${inner('missed')} on ${on}`],
    groups: keys.length,
  });
}
