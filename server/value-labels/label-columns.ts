import type { Language } from '#domain/language.ts';
import { languageCodes } from '#domain/language.ts';
import { type BuiltQuerySpec, emptyQuerySpec, type ValueLabels } from '#domain/query/query.ts';
import { type LabelColumns, labelKeyOf, maxLabelledValues, maxLabelLength } from '#domain/query/value-labels.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { compileQuery, nowOf } from '#server/execution/plan.ts';
import { queryForServer } from '#server/execution/query-for-server.ts';

/** Runs an internal query on all rows. Its result must not be shown to members who may not see all of them. */
export function queryAllRows(
  ctx: DatasetServices,
  snapshot: DatasetSnapshot,
  { spec, signal }: { spec: BuiltQuerySpec; signal: AbortSignal },
): Promise<unknown[][]> {
  // The row rules in the snapshot are those of the current reader.
  const everyRow = { ...snapshot, rowRule: null };
  const { engineQuery } = compileQuery(everyRow, { spec, zone: 'UTC', now: nowOf(), rows: spec.limit });
  return queryForServer(ctx, engineQuery, { task: 'value labels', seconds: 30, signal });
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

/** More pairs than values, because some values have several labels. */
const maxPairs = 2 * maxLabelledValues;

/** Labels read from other columns, and the number of values with several labels in a column. */
type ReadLabels = { labels: ValueLabels; ambiguous: number };

/** Reads the labels of a column from other columns. A deleted source column gives no labels. */
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
