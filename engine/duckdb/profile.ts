import type { ColumnProfile } from '#contract/datasets.ts';
import type { Column } from '#contract/query.ts';
import type { Answer, Question, Source } from '#engine/engine.ts';
import { quoteName } from './instance.ts';

const bins = 24;
const tops = 10;
/** Up to here distinct values are counted, above they are estimated. */
const exactRows = 1_000_000;

type Bound = number | string | null;
type Summary = { nulls: number; distinct: number; min: Bound; max: Bound; mean: number | null };

const isScale = ({ type }: Column) => ['integer', 'number', 'date', 'time'].includes(type);
const isNumber = ({ type }: Column) => type === 'integer' || type === 'number';

/** What the values of each column are like, asked of an engine in a few questions. */
export async function profileOf(
  source: Source,
  rows: number,
  ask: (question: Question) => Promise<Answer>,
): Promise<ColumnProfile[]> {
  const named = { ...source, name: 'rows', columns: source.columns.map((each) => ({ ...each, name: each.id })) };
  const exact = rows <= exactRows;
  const summaries = summariesOf(named.columns, await ask(summaryQuestion(named, exact)));
  const profiles: ColumnProfile[] = [];
  for (const [index, column] of named.columns.entries()) {
    const summary = summaries[index]!;
    const question = isScale(column) ? histogramQuestion(named, column, summary) : topQuestion(named, column);
    const values = question ? (await ask(question)).values : [];
    profiles.push({ column: column.id, exact, ...summary, ...picturesOf(column, values) });
  }
  return profiles;
}

function summaryQuestion(source: Source, exact: boolean): Question {
  const parts = source.columns.flatMap((column) => {
    const name = quoteName(column.id);
    const bound = isScale(column) ? scaleOf(column) : `left(${name}::varchar, 100)`;
    return [
      `count(*) - count(${name})`,
      exact ? `count(distinct ${name})` : `approx_count_distinct(${name})`,
      column.type === 'json' ? 'null' : `min(${bound})`,
      column.type === 'json' ? 'null' : `max(${bound})`,
      isNumber(column) ? `avg(${name})` : 'null::double',
    ];
  });
  const named = parts.map((part, index) => `${part} as v${index}`);
  return { sql: `select ${named.join(', ') || '1'} from rows`, params: [], sources: [source] };
}

function summariesOf(columns: Column[], { values }: Answer): Summary[] {
  return columns.map((column, index) => {
    const [nulls, distinct, min, max, mean] = values.slice(index * 5, index * 5 + 5).map((each) => each[0]);
    return {
      nulls: Number(nulls),
      distinct: Number(distinct),
      min: boundOf(column, min),
      max: boundOf(column, max),
      mean: typeof mean === 'number' ? mean : null,
    };
  });
}

function boundOf(column: Column, value: unknown): Bound {
  if (typeof value === 'number') return placeOf(column, value);
  return typeof value === 'string' ? value : null;
}

// Dates and times are measured in seconds, so that every scale is one of numbers.
const scaleOf = (column: Column) => {
  const name = quoteName(column.id);
  return isNumber(column) ? `${name}::double` : `epoch(${name}::timestamptz)`;
};

function histogramQuestion(source: Source, column: Column, { min, max }: Summary): Question | undefined {
  if (min === null || max === null) return undefined;
  const value = scaleOf(column);
  const sql = `
    with bounds as (select min(${value}) as low, max(${value}) as high from rows where isfinite(${value}))
    select bin, count(*) as n, any_value(low) as low, any_value(high) as high
    from (select low, high, case when high = low then 0
            else least(${bins} - 1, floor((${value} - low) / (high - low) * ${bins}))::integer end as bin
          from rows, bounds where isfinite(${value}))
    group by bin`;
  return { sql, params: [], sources: [source] };
}

function topQuestion(source: Source, column: Column): Question {
  const value = `left(${quoteName(column.id)}::varchar, 100)`;
  const sql = `select ${value} as value, count(*) as n from rows where ${quoteName(column.id)} is not null
    group by 1 order by 2 desc, 1 limit ${tops}`;
  return { sql, params: [], sources: [source] };
}

function picturesOf(column: Column, values: unknown[][]): Pick<ColumnProfile, 'histogram' | 'top'> {
  const [keys = [], counts = [], lows = [], highs = []] = values;
  if (isScale(column)) return { histogram: barsOf(column, keys, counts, [lows[0], highs[0]].map(Number)), top: [] };
  return { histogram: [], top: keys.map((value, index) => ({ value: String(value), count: Number(counts[index]) })) };
}

function barsOf(column: Column, found: unknown[], counts: unknown[], [low = 0, high = 0]: number[]) {
  const countOf = new Map(found.map((bin, index) => [Number(bin), Number(counts[index])]));
  const length = found.length === 0 ? 0 : low === high ? 1 : bins;
  return Array.from({ length }, (_, bin) => ({
    from: placeOf(column, low + ((high - low) * bin) / bins),
    count: countOf.get(bin) ?? 0,
  }));
}

function placeOf(column: Column, value: number): number | string {
  if (isNumber(column)) return value;
  const moment = new Date(value * 1000).toISOString();
  return column.type === 'date' ? moment.slice(0, 10) : moment;
}
