import { isDeepStrictEqual } from 'node:util';

import type { DefinitionChange, VerifiedDefinition } from '#contract/datasets/verification.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { needsOfFormula } from '#domain/dashboard/uses.ts';
import type { ColumnType, Formula, Metric } from '#domain/query/query.ts';

/** The parts of a dataset that definitions consist of. */
export type DefinedDataset = {
  connection: VerifiedDefinition['source'];
  columns: { id: string; name: string; storedName: string | null; type: ColumnType; label: LocalizedText }[];
  metrics: Metric[];
};

type DefinitionColumn = VerifiedDefinition['columns'][number];

/** A name in both languages as pages show it. */
export const shownNameOf = ({ name, label }: { name: string; label: LocalizedText }): LocalizedText => ({
  en_US: label.en_US || name,
  zh_CN: label.zh_CN || name,
});

const columnsOf = ({ columns }: DefinedDataset): DefinitionColumn[] =>
  columns.map((column) => {
    const { id, storedName, type } = column;
    return { id, storedName, type, label: shownNameOf(column) };
  });

/** The definition of a dataset, or of one of its metrics; undefined if it has no such metric. */
export function definitionOf(dataset: DefinedDataset, metricId: string | null): VerifiedDefinition | undefined {
  const source = dataset.connection;
  if (metricId === null) return { formula: null, source, columns: columnsOf(dataset) };
  const metric = dataset.metrics.find(({ id }) => id === metricId);
  if (!metric) return undefined;
  const formula = expandMetrics(metric.formula, dataset.metrics);
  const ids = needsOfFormula(formula).columns;
  return { formula, source, columns: columnsOf(dataset).filter(({ id }) => ids.includes(id)) };
}

/** A formula with the formulas of other metrics in place of references to them. */
function expandMetrics(formula: Formula, metrics: Metric[]): Formula {
  if ('left' in formula)
    return { ...formula, left: expandMetrics(formula.left, metrics), right: expandMetrics(formula.right, metrics) };
  const metric = formula.kind === 'metric' && metrics.find(({ id }) => id === formula.metric);
  if (!metric) return formula;
  // Without itself, so that a reference to itself ends.
  const others = metrics.filter((each) => each !== metric);
  return expandMetrics(metric.formula, others);
}

const maxListedColumns = 5;

type ColumnChange = Extract<DefinitionChange, { columns: unknown }>;

const columnChangesOf = (kind: ColumnChange['kind'], columns: DefinitionColumn[]): ColumnChange[] =>
  columns.length === 0
    ? []
    : [
        {
          kind,
          columns: columns.slice(0, maxListedColumns).map(({ label }) => label),
          more: Math.max(0, columns.length - maxListedColumns),
        },
      ];

/** How a definition changed; empty if it is the same. The order of columns does not matter. */
export function definitionChangesOf(before: VerifiedDefinition, now: VerifiedDefinition): DefinitionChange[] {
  // Columns that another formula reads would only repeat that it is another one.
  if (!isDeepStrictEqual(before.formula, now.formula)) return [{ kind: 'formula' }];
  const isDataset = before.formula === null;
  const pairs = before.columns.flatMap((column) => {
    const current = now.columns.find(({ id }) => id === column.id);
    return current ? [{ column, current }] : [];
  });
  const changedColumns = (isChanged: (pair: (typeof pairs)[number]) => boolean) =>
    pairs.filter(isChanged).map(({ column }) => column);
  const isIn = (list: DefinitionColumn[]) => (column: DefinitionColumn) => list.some(({ id }) => id === column.id);
  const isRenamed = ({ column, current }: (typeof pairs)[number]) =>
    column.storedName !== current.storedName || (isDataset && !isDeepStrictEqual(column.label, current.label));
  return [
    ...(isDeepStrictEqual(before.source, now.source) ? [] : [{ kind: 'source' as const }]),
    ...columnChangesOf(
      'columns_added',
      now.columns.filter((column) => !isIn(before.columns)(column)),
    ),
    ...columnChangesOf(
      'columns_removed',
      before.columns.filter((column) => !isIn(now.columns)(column)),
    ),
    ...columnChangesOf('columns_renamed', changedColumns(isRenamed)),
    ...columnChangesOf(
      'columns_retyped',
      changedColumns(({ column, current }) => column.type !== current.type),
    ),
  ];
}
