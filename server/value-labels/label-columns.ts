import type { Language } from '#domain/language.ts';
import { languageCodes } from '#domain/language.ts';
import { type BuiltQuerySpec, emptyQuerySpec, type ValueLabels } from '#domain/query/query.ts';
import { type LabelColumns, labelKeyOf, maxLabelledValues, maxLabelLength } from '#domain/query/value-labels.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { compileQuery, nowOf } from '#server/execution/plan.ts';
import { queueFor } from '#server/queue/connection-queues.ts';
import { engineProblemOf } from '#server/queue/engine-problem.ts';

const timeoutSeconds = 30;

/** Runs a query of the server itself, on all rows: what it finds is not shown to anybody as it is. */
export async function queryAllRows(
  ctx: DatasetServices,
  snapshot: DatasetSnapshot,
  { spec, signal }: { spec: BuiltQuerySpec; signal: AbortSignal },
): Promise<unknown[][]> {
  // Row rules are those of the current reader.
  const everyRow = { ...snapshot, rowRule: null };
  const { engineQuery } = compileQuery(everyRow, { spec, zone: 'UTC', now: nowOf(), rows: spec.limit });
  const turn = { person: 'value labels', kind: 'long' as const, signal };
  const { values } = await queueFor(ctx, engineQuery.sources)
    .run(turn, (cancelled) => ctx.engine.answer(engineQuery, { seconds: timeoutSeconds, signal: cancelled }))
    .catch((cause: unknown) => {
      throw engineProblemOf(cause, timeoutSeconds);
    });
  return values.map((column) => JSON.parse(column) as unknown[]);
}

/** The order of groups by a measure `rows`, most first. */
export const rowsFirst: BuiltQuerySpec['order'] = [
  { kind: 'measure', id: 'rows', part: 'value', direction: 'descending' },
];

/** The values of columns with their number of rows, most rows first. Empty cells are left out. */
export const countSpec = (dataset: string, columns: string[], limit: number): BuiltQuerySpec => ({
  ...emptyQuerySpec(dataset),
  dimensions: columns.map((column, index) => ({ id: `c${index}`, column, kind: 'value' })),
  measures: [{ id: 'rows', formula: { kind: 'count' }, show: 'value' }],
  filters: columns.map((column) => ({ op: 'filled', column })),
  order: rowsFirst,
  limit,
});

/** More pairs than values: some have several labels. */
const maxPairs = 2 * maxLabelledValues;

/** Labels read from other columns, and for how many values a column has several. */
type ReadLabels = { labels: ValueLabels; ambiguous: number };

/** Reads the labels of a column from other columns. A source that was deleted gives none. */
export async function readLabelColumns(
  ctx: DatasetServices,
  snapshot: DatasetSnapshot,
  { column, source, signal }: { column: string; source: LabelColumns; signal: AbortSignal },
): Promise<ReadLabels> {
  const labels: ValueLabels = {};
  const ambiguous = new Set<string>();
  let size = 0;
  const add = (key: string, language: Language, label: string) => {
    if (!Object.hasOwn(labels, key)) {
      if (size >= maxLabelledValues) return;
      labels[key] = { en_US: '', zh_CN: '' };
      size += 1;
    }
    const own = labels[key]!;
    // The most frequent comes first.
    if (own[language]) ambiguous.add(key);
    else own[language] = label;
  };
  for (const language of languageCodes) {
    const from = source[language];
    if (from === null || ![...snapshot.source.columns, ...snapshot.calculated].some(({ id }) => id === from)) continue;
    const spec = countSpec(snapshot.origin.id, [column, from], maxPairs);
    const [values = [], texts = []] = await queryAllRows(ctx, snapshot, { spec, signal });
    for (const [row, value] of values.entries()) {
      const key = labelKeyOf(value);
      const label = String(texts[row]).trim().slice(0, maxLabelLength);
      if (key !== undefined && label) add(key, language, label);
    }
  }
  return { labels, ambiguous: ambiguous.size };
}
