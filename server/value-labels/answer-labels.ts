import type { ColumnLabels, ValueLabels } from '#domain/query/query.ts';
import { distinctLabelsOf, labelKeyOf } from '#domain/query/value-labels.ts';
import type { ExecutionContext, QueryAnswer, SerializedColumns } from '#server/execution/execution.ts';
import type { LabelledColumn, PlannedQuery } from '#server/execution/plan.ts';
import { loadLabels } from './load-labels.ts';
import { refreshInBackground } from './refresh.ts';

/** The keys of the values in a column of an answer. */
function keysIn({ columns, values }: SerializedColumns, name: string): string[] {
  const index = columns.findIndex((column) => column.name === name);
  if (index < 0) return [];
  const cells = JSON.parse(values[index]!.toString()) as unknown[];
  return cells.flatMap((cell) => labelKeyOf(cell) ?? []);
}

/**
 * The labels of the values in an answer. Those of other values stay here: the reader may not be allowed to see them,
 * and there may be many.
 */
function labelsIn(answer: QueryAnswer, name: string, labels: ValueLabels): ValueLabels {
  const keys = new Set([answer, ...answer.totals].flatMap((part) => keysIn(part, name)));
  const own: ValueLabels = {};
  const plainKeys: string[] = [];
  for (const key of keys) {
    if (Object.hasOwn(labels, key)) own[key] = labels[key]!;
    else plainKeys.push(key);
  }
  return distinctLabelsOf(own, plainKeys);
}

async function labelsOfColumn(
  ctx: ExecutionContext,
  { name, column, revision }: LabelledColumn,
  answer: QueryAnswer,
): Promise<ColumnLabels[]> {
  const values = labelsIn(answer, name, await loadLabels(ctx, { column, revision }));
  return Object.keys(values).length > 0 ? [{ name, column, values }] : [];
}

/** The labels of the values in an answer, by column. */
export async function labelsOfAnswer(
  ctx: ExecutionContext,
  plan: PlannedQuery,
  answer: QueryAnswer,
): Promise<ColumnLabels[]> {
  refreshInBackground(ctx, plan);
  return (await Promise.all(plan.labels.map((each) => labelsOfColumn(ctx, each, answer)))).flat();
}

// An answer in the cache is sent many times; its values need to be parsed only once.
const serializedLabels = new WeakMap<QueryAnswer, { revisions: string; text: string }>();

/** The same as JSON; undefined if no column has labels. */
export async function serializedLabelsOf(
  ctx: ExecutionContext,
  plan: PlannedQuery,
  answer: QueryAnswer,
): Promise<string | undefined> {
  if (plan.labels.length === 0) return undefined;
  const revisions = plan.labels.map(({ name, revision }) => `${name} ${revision}`).join();
  const last = serializedLabels.get(answer);
  if (last?.revisions === revisions) {
    refreshInBackground(ctx, plan);
    return last.text;
  }
  const text = JSON.stringify(await labelsOfAnswer(ctx, plan, answer));
  serializedLabels.set(answer, { revisions, text });
  return text;
}
