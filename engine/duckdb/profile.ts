import type { ColumnProfile } from '#contract/datasets.ts';
import type { Column } from '#contract/query.ts';
import type { Answer, Question, Source } from '#engine/engine.ts';
import { type Bins, binsOf, isNumber, isScale, placeOf, scaleOf } from './bins.ts';
import { quoteName } from './instance.ts';

const tops = 10;
/** Up to here distinct values are counted; above, those of columns with many are estimated. */
const exactRows = 1_000_000;
const fewValues = 100_000;
/** Every question costs a little; this many columns share one. */
const atOnce = 24;

type Ask = (question: Question) => Promise<Answer>;
type Bound = number | null;
type Summary = {
  nulls: number;
  distinct: number;
  exact: boolean;
  low: Bound;
  high: Bound;
  mean: number | null;
  deviation: number | null;
};

/** What the values of each column are like, asked of an engine in a few questions. */
export async function profileOf(source: Source, rows: number, ask: Ask): Promise<ColumnProfile[]> {
  const named = { ...source, name: 'rows', columns: source.columns.map((each) => ({ ...each, name: each.id })) };
  const profiles: ColumnProfile[] = [];
  for (let first = 0; first < named.columns.length; first += atOnce) {
    const columns = named.columns.slice(first, first + atOnce);
    profiles.push(...(await profileSome({ ...named, columns }, rows, ask)));
  }
  return profiles;
}

async function profileSome(source: Source, rows: number, ask: Ask): Promise<ColumnProfile[]> {
  const { columns } = source;
  const isExact = rows <= exactRows;
  const summaries = summariesOf(columns, await ask(summaryQuestion(source, isExact)), isExact);
  if (!isExact) await countFew(source, summaries, rows, ask);
  const bins = columns.map((column, index) => binsOf(column, summaries[index]!));
  const { values } = await ask(pictureQuestion(source, bins));
  return columns.map((column, index) => {
    const { low, high, ...summary } = summaries[index]!;
    const found = (values[0] ?? []).flatMap((place, row) => (place === index ? [row] : []));
    const pick = (list: number) => found.map((row) => values[list]![row]);
    return {
      column: column.id,
      ...summary,
      min: low === null ? null : placeOf(column, low),
      max: high === null ? null : placeOf(column, high),
      histogram: barsOf(column, bins[index]!, pick(1), pick(3)),
      top: isScale(column) ? [] : topsOf(pick(2), pick(3)),
    };
  });
}

function summaryQuestion(source: Source, isExact: boolean): Question {
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

// Squares of larger numbers are infinite, which the engine refuses.
const deviationOf = (name: string) => `stddev_pop(${name}::double) filter (abs(${name}::double) < 1e150)`;

function summariesOf(columns: Column[], { values }: Answer, exact: boolean): Summary[] {
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

// An estimate is good enough for millions of values, not for a few: those are quickly counted.
async function countFew(source: Source, summaries: Summary[], rows: number, ask: Ask): Promise<void> {
  const few = [...summaries.keys()].filter((index) => summaries[index]!.distinct <= fewValues);
  const counts = few.map((index) => `count(distinct ${quoteName(source.columns[index]!.id)}) as v${index}`);
  const { values } =
    few.length > 0
      ? await ask({ sql: `select ${counts.join(', ')} from rows`, params: [], sources: [source] })
      : { values: [] };
  for (const [place, index] of few.entries()) {
    Object.assign(summaries[index]!, { distinct: Number(values[place]![0]), exact: true });
  }
  for (const summary of summaries) summary.distinct = Math.min(summary.distinct, rows - summary.nulls);
}

/** For every column its bars or its most frequent values: which column, which bar, which value, how many. */
function pictureQuestion(source: Source, bins: Bins[]): Question {
  const parts = source.columns.map((column, index) => {
    const name = quoteName(column.id);
    const { low, width, count } = bins[index]!;
    const value = scaleOf(column);
    if (isScale(column))
      return `(select ${index} as place, least(${count - 1}, greatest(0, floor((${value} - ${low}) / ${width})))::integer as bin,
        null::varchar as value, count(*) as n from rows where isfinite(${value}) group by all)`;
    return `(select ${index} as place, 0 as bin, left(${name}::varchar, 100) as value, count(*) as n from rows
      where ${name} is not null group by all order by n desc, value limit ${tops})`;
  });
  return { sql: parts.join(' union all '), params: [], sources: [source] };
}

function barsOf(column: Column, { low, width, count }: Bins, found: unknown[], counts: unknown[]) {
  if (!isScale(column) || found.length === 0) return [];
  const countIn = new Map(found.map((bin, index) => [Number(bin), Number(counts[index])]));
  return Array.from({ length: count }, (_, bin) => ({
    from: placeOf(column, low + width * bin),
    count: countIn.get(bin) ?? 0,
  }));
}

function topsOf(values: unknown[], counts: unknown[]) {
  return values
    .map((value, index) => ({ value: String(value), count: Number(counts[index]) }))
    .toSorted((a, b) => b.count - a.count);
}
