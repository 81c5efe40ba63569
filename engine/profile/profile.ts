import type { ColumnProfile } from '#contract/datasets/routes.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import type { Column } from '#domain/query/query.ts';
import type { EngineAnswer, EngineQuery, FileSource, WarehouseSource } from '#engine/engine.ts';
import { type HistogramBins, binsOf, isScale, scaleValueOf } from './bins.ts';
import { clickhouseProfile } from './clickhouse.ts';
import { duckdbProfile } from './duckdb.ts';
import type { ProfileDialect } from './profile-dialect.ts';

const topCount = 10;
/** Up to this many rows distinct values are counted; above, columns with many are estimated. */
const exactRows = 1_000_000;
const fewValues = 100_000;
/** Columns per query, as every query has a fixed cost. */
const columnsPerQuery = 24;

type ProfiledSource = FileSource | WarehouseSource;
type ExecuteEngineQuery = (query: EngineQuery<ProfiledSource>) => Promise<EngineAnswer>;
type ScaleBound = number | null;
type ColumnSummary = {
  nulls: number;
  distinct: number;
  exact: boolean;
  low: ScaleBound;
  high: ScaleBound;
  mean: number | null;
  deviation: number | null;
};

/** A few columns of a source, which one query profiles. */
type ColumnGroup = { source: ProfiledSource; rows: string; columns: Column[]; dialect: ProfileDialect<ProfiledSource> };

/** Profiles the values of each column with a few queries. */
export async function profileOf(
  source: ProfiledSource,
  count: number,
  runQuery: ExecuteEngineQuery,
): Promise<ColumnProfile[]> {
  const dialect = (source.at === 'files' ? duckdbProfile : clickhouseProfile) as ProfileDialect<ProfiledSource>;
  const profiles: ColumnProfile[] = [];
  for (let first = 0; first < source.columns.length; first += columnsPerQuery) {
    const columns = source.columns.slice(first, first + columnsPerQuery);
    const group = { ...dialect.rowsOf({ ...source, columns } as ProfiledSource), columns, dialect };
    profiles.push(...(await profileSome(group, count, runQuery)));
  }
  return profiles;
}

async function profileSome(group: ColumnGroup, count: number, runQuery: ExecuteEngineQuery): Promise<ColumnProfile[]> {
  const { columns } = group;
  const isExact = count <= exactRows;
  const summaries = summariesOf(columns, await runQuery(summaryQuery(group, isExact)), isExact);
  if (!isExact) await countFew(group, summaries, count, runQuery);
  const bins = columns.map((column, index) => binsOf(column, summaries[index]!));
  const { values } = await runQuery(histogramQuery(group, bins));
  return columns.map((column, index) => {
    const { low, high, ...summary } = summaries[index]!;
    const ownRows = (values[0] ?? []).flatMap((columnIndex, row) => (Number(columnIndex) === index ? [row] : []));
    const pick = (list: number) => ownRows.map((row) => values[list]![row]);
    return {
      column: column.id,
      ...summary,
      min: low === null ? null : scaleValueOf(column, low),
      max: high === null ? null : scaleValueOf(column, high),
      histogram: barsOf(column, bins[index]!, pick(1), pick(3)),
      top: isScale(column) ? [] : topsOf(pick(2), pick(3)),
    };
  });
}

function summaryQuery({ source, rows, columns, dialect }: ColumnGroup, isExact: boolean): EngineQuery<ProfiledSource> {
  const { aggregate, asNumber, isFinite, typedNull } = dialect;
  const parts = columns.flatMap((column) => {
    const name = dialect.quote(column.id);
    const value = isScale(column) ? dialect.scale(column) : typedNull.number;
    const number = asNumber(name);
    return [
      `count(*) - count(${name})`,
      isExact ? dialect.distinct(name) : dialect.approximateDistinct(name),
      aggregate('min', value, isFinite(value)),
      aggregate('max', value, isFinite(value)),
      isNumeric(column) ? aggregate('mean', name, isFinite(number)) : typedNull.number,
      // Squares of larger numbers overflow to infinity, which the engine rejects.
      isNumeric(column) ? aggregate('deviation', number, `abs(${number}) < 1e150`) : typedNull.number,
    ];
  });
  const named = parts.map((part, index) => `${part} as v${index}`);
  return { sql: `select ${named.join(', ')} from ${rows}`, params: [], sources: [source] };
}

function summariesOf(columns: Column[], { values }: EngineAnswer, exact: boolean): ColumnSummary[] {
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
  return columns.map((_, index) => {
    const [nulls, distinct, low, high, mean, deviation] = values.slice(index * 6, index * 6 + 6).map((each) => each[0]);
    return {
      nulls: Number(nulls),
      distinct: Number(distinct),
      exact,
      low: numberOf(low),
      high: numberOf(high),
      mean: numberOf(mean),
      deviation: numberOf(deviation),
    };
  });
}

// Estimates are good enough for millions of distinct values; few are counted exactly, which is fast.
async function countFew(
  group: ColumnGroup,
  summaries: ColumnSummary[],
  count: number,
  runQuery: ExecuteEngineQuery,
): Promise<void> {
  const { source, rows, columns, dialect } = group;
  const few = [...summaries.keys()].filter((index) => summaries[index]!.distinct <= fewValues);
  const counts = few.map((index) => `${dialect.distinct(dialect.quote(columns[index]!.id))} as v${index}`);
  const { values } =
    few.length > 0
      ? await runQuery({ sql: `select ${counts.join(', ')} from ${rows}`, params: [], sources: [source] })
      : { values: [] };
  for (const [position, index] of few.entries()) {
    Object.assign(summaries[index]!, { distinct: Number(values[position]![0]), exact: true });
  }
  for (const summary of summaries) summary.distinct = Math.min(summary.distinct, count - summary.nulls);
}

/** For every column its histogram or its top values: column index, bin, value, count. */
function histogramQuery(
  { source, rows, columns, dialect }: ColumnGroup,
  bins: HistogramBins[],
): EngineQuery<ProfiledSource> {
  const { asInteger, isFinite, typedNull, quote, scale, shortText } = dialect;
  const parts = columns.map((column, index) => {
    const { low, width, count } = bins[index]!;
    if (!isScale(column)) {
      const name = quote(column.id);
      return `(select ${index} as place, ${asInteger('0')} as bin, ${shortText(name)} as value, count(*) as n from ${rows}
      where ${name} is not null group by all order by n desc, value limit ${topCount})`;
    }
    const value = scale(column);
    const bin = asInteger(`least(${count - 1}, greatest(0, floor((${value} - ${low}) / ${width})))`);
    return `(select ${index} as place, ${bin} as bin, ${typedNull.text} as value, count(*) as n from ${rows}
      where ${isFinite(value)} group by all)`;
  });
  return { sql: parts.join(' union all '), params: [], sources: [source] };
}

function barsOf(column: Column, { low, width, count }: HistogramBins, binNumbers: unknown[], counts: unknown[]) {
  if (!isScale(column) || binNumbers.length === 0) return [];
  const countIn = new Map(binNumbers.map((bin, index) => [Number(bin), Number(counts[index])]));
  return Array.from({ length: count }, (_, bin) => ({
    from: scaleValueOf(column, low + width * bin),
    count: countIn.get(bin) ?? 0,
  }));
}

function topsOf(values: unknown[], counts: unknown[]) {
  return values
    .map((value, index) => ({ value: String(value), count: Number(counts[index]) }))
    .toSorted((a, b) => b.count - a.count);
}
