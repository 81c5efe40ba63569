import type { ColumnProfile } from '#contract/datasets/routes.ts';
import type { Column } from '#domain/query/query.ts';
import type { EngineAnswer, EngineQuestion, FileSource } from '#engine/engine.ts';
import { type HistogramBins, binsOf, isNumber, isScale, scaleValueOf, scaleOf } from './bins.ts';
import { quoteName } from './quote.ts';

const topCount = 10;
/** Up to this many rows distinct values are counted; above, columns with many are estimated. */
const exactRows = 1_000_000;
const fewValues = 100_000;
/** Columns per query, as every query has a fixed cost. */
const columnsPerQuery = 24;

type AskEngine = (question: EngineQuestion) => Promise<EngineAnswer>;
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

/** Profiles the values of each column with a few queries. */
export async function profileOf(source: FileSource, rows: number, ask: AskEngine): Promise<ColumnProfile[]> {
  const named = { ...source, name: 'rows', columns: source.columns.map((each) => ({ ...each, name: each.id })) };
  const profiles: ColumnProfile[] = [];
  for (let first = 0; first < named.columns.length; first += columnsPerQuery) {
    const columns = named.columns.slice(first, first + columnsPerQuery);
    profiles.push(...(await profileSome({ ...named, columns }, rows, ask)));
  }
  return profiles;
}

async function profileSome(source: FileSource, rows: number, ask: AskEngine): Promise<ColumnProfile[]> {
  const { columns } = source;
  const isExact = rows <= exactRows;
  const summaries = summariesOf(columns, await ask(summaryQuestion(source, isExact)), isExact);
  if (!isExact) await countFew(source, summaries, rows, ask);
  const bins = columns.map((column, index) => binsOf(column, summaries[index]!));
  const { values } = await ask(histogramQuestion(source, bins));
  return columns.map((column, index) => {
    const { low, high, ...summary } = summaries[index]!;
    const ownRows = (values[0] ?? []).flatMap((columnIndex, row) => (columnIndex === index ? [row] : []));
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

function summaryQuestion(source: FileSource, isExact: boolean): EngineQuestion {
  const parts = source.columns.flatMap((column) => {
    const name = quoteName(column.id);
    const value = isScale(column) ? scaleOf(column) : 'null::double';
    return [
      `count(*) - count(${name})`,
      isExact ? `count(distinct ${name})` : `approx_count_distinct(${name})`,
      `min(${value}) filter (isfinite(${value}))`,
      `max(${value}) filter (isfinite(${value}))`,
      isNumber(column) ? `avg(${name}) filter (isfinite(${name}::double))` : 'null::double',
      isNumber(column) ? deviationOf(name) : 'null::double',
    ];
  });
  const named = parts.map((part, index) => `${part} as v${index}`);
  return { sql: `select ${named.join(', ')} from rows`, params: [], sources: [source] };
}

// Squares of larger numbers overflow to infinity, which the engine rejects.
const deviationOf = (name: string) => `stddev_pop(${name}::double) filter (abs(${name}::double) < 1e150)`;

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
async function countFew(source: FileSource, summaries: ColumnSummary[], rows: number, ask: AskEngine): Promise<void> {
  const few = [...summaries.keys()].filter((index) => summaries[index]!.distinct <= fewValues);
  const counts = few.map((index) => `count(distinct ${quoteName(source.columns[index]!.id)}) as v${index}`);
  const { values } =
    few.length > 0
      ? await ask({ sql: `select ${counts.join(', ')} from rows`, params: [], sources: [source] })
      : { values: [] };
  for (const [position, index] of few.entries()) {
    Object.assign(summaries[index]!, { distinct: Number(values[position]![0]), exact: true });
  }
  for (const summary of summaries) summary.distinct = Math.min(summary.distinct, rows - summary.nulls);
}

/** For every column its histogram or its top values: column index, bin, value, count. */
function histogramQuestion(source: FileSource, bins: HistogramBins[]): EngineQuestion {
  const parts = source.columns.map((column, index) => {
    const name = quoteName(column.id);
    const { low, width, count } = bins[index]!;
    const value = scaleOf(column);
    if (isScale(column))
      return `(select ${index} as place, least(${count - 1}, greatest(0, floor((${value} - ${low}) / ${width})))::integer as bin,
        null::varchar as value, count(*) as n from rows where isfinite(${value}) group by all)`;
    return `(select ${index} as place, 0 as bin, left(${name}::varchar, 100) as value, count(*) as n from rows
      where ${name} is not null group by all order by n desc, value limit ${topCount})`;
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
