import { Problem } from '#contract/errors.ts';
import { type Dimension, emptyQuerySpec, type Measure, type BuiltQuerySpec } from '#domain/query/query.ts';
import { signalOf } from '#server/context.ts';
import { executeQuery, valuesOf } from '#server/execution/execute.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import type { QueryContext } from '#server/queries/services.ts';
import type { MeasureCandidate } from './amounts.ts';
import { axisOf } from './cards.ts';
import type { DataAnalysis, SplitBy, Splits } from './rank-traits.ts';
import type { Traits } from './traits.ts';

const [timeoutMs, maxGroups, maxSteps] = [10_000, 50, 1_000];

type NumbersByName = (name: string) => (number | null)[];

/** Analyzes the data by queries; a failed or slow query counts as no information. */
export function openAnalysis(ctx: QueryContext, traits: Traits): DataAnalysis {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), signalOf(ctx)]);
  const numbersOf = (spec: BuiltQuerySpec) => queryNumbers(ctx, spec, signal);
  const ignoreFailure =
    <T>(fallback: T) =>
    (error: unknown): T => {
      if (!(error instanceof Problem)) ctx.log.warn({ err: error }, 'analyzing a dataset failed');
      return fallback;
    };
  return {
    split: (by, amounts) =>
      numbersOf(splitSpec(traits, by, amounts))
        .then((numbers) => splitsOf(numbers, amounts))
        .catch(ignoreFailure<Splits>({ rows: [], splitOf: () => [] })),
    spread: (by, of) =>
      numbersOf(spreadSpec(traits.dataset.id, by, of))
        .then((numbers) => numbers('values')[0] ?? 0)
        .catch(ignoreFailure(Infinity)),
  };
}

async function queryNumbers(ctx: QueryContext, spec: BuiltQuerySpec, signal: AbortSignal): Promise<NumbersByName> {
  const plan = await planQuery(ctx, { spec, zone: 'UTC', rows: spec.limit, signal });
  const options = { seconds: timeoutMs / 1000, fresh: false, signal, onProgress: () => undefined };
  const { answer } = await executeQuery(ctx, plan, options);
  const values = valuesOf(answer);
  return (name) =>
    values[answer.columns.findIndex((column) => column.name === name)]!.map((value) =>
      value === null ? null : Number(value),
    );
}

function splitsOf(numbers: NumbersByName, amounts: MeasureCandidate[]): Splits {
  const rows = numbers('rows').map((count) => count ?? 0);
  const means = new Map(amounts.map(({ column }, index) => [column!.id, numbers(`mean${index}`)]));
  return {
    rows,
    splitOf: (column) => rows.map((count, index) => ({ rows: count, mean: means.get(column)?.[index] ?? null })),
  };
}

const countMeasure: Measure = { id: 'rows', formula: { kind: 'count' }, show: 'value' };
const meansOf = (amounts: MeasureCandidate[]): Measure[] =>
  amounts.map(({ column }, index) => ({
    id: `mean${index}`,
    formula: { kind: 'average', column: column!.id },
    show: 'value',
  }));

function splitSpec(traits: Traits, by: SplitBy, amounts: MeasureCandidate[]): BuiltQuerySpec {
  const measures = [countMeasure, ...meansOf(amounts)];
  if (by.kind === 'value') return specOf(traits.dataset.id, { id: 'by', column: by.column, kind: 'value' }, measures);
  const spec = specOf(traits.dataset.id, axisOf(traits, 'by'), measures);
  return { ...spec, order: [{ kind: 'dimension', id: 'by', direction: 'ascending' }], limit: maxSteps };
}

const specOf = (dataset: string, by: Dimension, measures: Measure[]): BuiltQuerySpec => ({
  ...emptyQuerySpec(dataset),
  dimensions: [by],
  measures,
  filters: [{ op: 'filled', column: by.column }],
  order: [{ kind: 'measure', id: measures[0]!.id, part: 'value', direction: 'descending' }],
  limit: maxGroups,
});

const spreadSpec = (dataset: string, by: string, of: string): BuiltQuerySpec =>
  specOf(dataset, { id: 'by', column: by, kind: 'value' }, [
    { id: 'values', formula: { kind: 'distinct', column: of }, show: 'value' },
  ]);
