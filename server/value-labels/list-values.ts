import type { z } from 'zod';

import type { ListedValues, valueLabelRoutes } from '#contract/value-labels/routes.ts';
import { emptyQuerySpec, type BuiltQuerySpec, type Scalar, withoutCompare } from '#domain/query/query.ts';
import { labelKeyOf } from '#domain/query/value-labels.ts';
import { signalOf } from '#server/context.ts';
import { loadAnswer, valuesOf } from '#server/execution/execute.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import { labelsOfAnswer } from './answer-labels.ts';
import { searchFiltersOf } from './search-values.ts';

type ColumnValuesInput = z.output<(typeof valueLabelRoutes)['POST /datasets/:id/values']['input']>;

const maxListed = 100;

/** The answer to a query of one column and its number of rows, with the labels of the values. */
export async function queryValues(ctx: ExecutionContext, spec: BuiltQuerySpec, zone: string): Promise<ListedValues> {
  const signal = signalOf(ctx);
  const plan = await planQuery(ctx, { spec, zone, rows: spec.limit, signal });
  const answer = await loadAnswer(ctx, plan, { signal });
  const [values, rows] = valuesOf(answer) as [Scalar[], number[]];
  const labels = (await labelsOfAnswer(ctx, plan, answer))[0]?.values ?? {};
  const labelOf = (value: Scalar) => {
    const key = labelKeyOf(value);
    return key !== undefined && Object.hasOwn(labels, key) ? labels[key]! : null;
  };
  return {
    values: values.map((value, index) => ({ value, rows: rows[index]!, label: labelOf(value) })),
    isCutOff: answer.isCutOff,
  };
}

/** The values of a column with the most rows, among the rows that the caller may see. */
export async function listColumnValues(
  ctx: ExecutionContext,
  { id, column, search, only, filters, period, zone }: ColumnValuesInput,
): Promise<ListedValues> {
  const searched = await searchFiltersOf(ctx, { dataset: id, column, search });
  const spec: BuiltQuerySpec = {
    ...emptyQuerySpec(id),
    dimensions: [{ id: 'value', column, kind: 'value' }],
    measures: [{ id: 'rows', formula: { kind: 'count' }, show: 'value' }],
    filters: [...filters, ...searched, ...(only ? [{ op: 'in' as const, column, values: only }] : [])],
    period: withoutCompare(period),
    order: [{ kind: 'measure', id: 'rows', part: 'value', direction: 'descending' }],
    limit: only ? Math.max(1, only.length) : maxListed,
  };
  return queryValues(ctx, spec, zone);
}
