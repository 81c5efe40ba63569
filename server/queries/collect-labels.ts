import { maxAnswerRows, type RowsLine } from '#contract/queries/routes.ts';
import type { QuerySpec, ColumnLabels, ValueLabels } from '#domain/query/query.ts';
import { distinctLabelsOf, labelKeyOf } from '#domain/query/value-labels.ts';
import { loadAnswer } from '#server/execution/execute.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import type { PlannedQuery } from '#server/execution/plan.ts';
import { loadLabels } from '#server/value-labels/load-labels.ts';
import type { QueryContext } from './services.ts';

type CollectedColumn = { name: string; column: string; index: number; all: ValueLabels; keys: Set<string> };

/** Collects the labels of the values in the lines of a long table. */
export type LabelCollector = { add: (line: string) => void; labels: () => ColumnLabels[] };

/** The lines do not name their columns; the answer that the page showed before them does. It is usually cached. */
export async function openLabelCollector(
  ctx: QueryContext,
  { labels }: PlannedQuery,
  { spec, zone, signal }: { spec: QuerySpec; zone: string; signal: AbortSignal },
): Promise<LabelCollector> {
  const first = await planQuery(ctx, { spec, zone, rows: Math.min(spec.limit, maxAnswerRows), signal });
  const { columns: names } = await loadAnswer(ctx, first, { signal });
  const columns: CollectedColumn[] = [];
  for (const each of labels) {
    const index = names.findIndex(({ name }) => name === each.name);
    if (index >= 0)
      columns.push({ name: each.name, column: each.id, index, all: await loadLabels(ctx, each), keys: new Set() });
  }
  return {
    add: (text) => {
      const line = JSON.parse(text) as RowsLine;
      if (line.kind !== 'rows') return;
      for (const { index, keys } of columns)
        for (const value of line.values[index] ?? []) {
          const key = labelKeyOf(value);
          if (key !== undefined) keys.add(key);
        }
    },
    labels: () => columns.map(({ name, column, all, keys }) => ({ name, column, values: labelsOf(all, keys) })),
  };
}

function labelsOf(all: ValueLabels, keys: Set<string>): ValueLabels {
  const own = [...keys].filter((key) => Object.hasOwn(all, key)).map((key) => [key, all[key]!] as const);
  return distinctLabelsOf(Object.fromEntries(own), keys);
}
