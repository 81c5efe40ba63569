import { isDeepStrictEqual } from 'node:util';

import type { DefinitionChange, VerifiedDefinition } from '#contract/datasets/verification.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { needsOfFormula } from '#domain/dashboard/uses.ts';
import { resolveCalculated } from '#domain/formula/resolve.ts';
import { sourcesOfFormula } from '#domain/formula/check.ts';
import { columnsOfExpression, type Expression } from '#domain/query/expression.ts';
import type { Column, ColumnType, Formula, Metric } from '#domain/query/query.ts';

/** The parts of a dataset that definitions consist of. */
export type DefinedDataset = {
  connection: VerifiedDefinition['source'];
  columns: { id: string; name: string; storedName: string | null; type: ColumnType; label: LocalizedText }[];
  calculated: (Column & { expression: Expression; label: LocalizedText })[];
  metrics: Metric[];
};

type DefinitionColumn = VerifiedDefinition['columns'][number];

/** A name in both languages as pages show it. */
export const shownNameOf = ({ name, label }: { name: string; label: LocalizedText }): LocalizedText => ({
  en_US: label.en_US || name,
  zh_CN: label.zh_CN || name,
});

const columnsOf = ({ columns, calculated }: DefinedDataset): DefinitionColumn[] =>
  [...columns, ...resolveCalculated(columns, calculated)].map((column) => {
    const { id, type } = column;
    return { id, storedName: 'storedName' in column ? column.storedName : null, type, label: shownNameOf(column) };
  });

/** The columns with these ids, and those that their formulas use. */
function partsOf(dataset: DefinedDataset, isUsed: (id: string) => boolean) {
  const calculated = dataset.calculated.filter(({ id }) => isUsed(id));
  return {
    columns: columnsOf(dataset).filter(({ id }) => isUsed(id)),
    calculated: calculated.map((column) => ({
      id: column.id,
      expression: column.expression,
      label: shownNameOf(column),
    })),
  };
}

/** The given columns, and all columns from which they are computed. */
function sourcesOf({ calculated }: DefinedDataset, ids: string[]): Set<string> {
  const inputs: Expression = { kind: 'call', name: '', arguments: ids.map((column) => ({ kind: 'column', column })) };
  const involved = calculated.filter(({ id }) => sourcesOfFormula(inputs, calculated).has(id));
  return new Set([...ids, ...involved.flatMap(({ id, expression }) => [id, ...columnsOfExpression(expression)])]);
}

/** The definition of a dataset, or of one of its metrics; undefined if it has no such metric. */
export function definitionOf(dataset: DefinedDataset, metricId: string | null): VerifiedDefinition | undefined {
  const source = dataset.connection;
  if (metricId === null) return { formula: null, source, ...partsOf(dataset, () => true) };
  const metric = dataset.metrics.find(({ id }) => id === metricId);
  if (!metric) return undefined;
  const formula = expandMetrics(metric.formula, dataset.metrics);
  const ids = sourcesOf(dataset, needsOfFormula(formula).columns);
  return { formula, source, ...partsOf(dataset, (id) => ids.has(id)) };
}

/** A formula with the formulas of other metrics in place of references to them. */
function expandMetrics(formula: Formula, metrics: Metric[]): Formula {
  if ('left' in formula)
    return { ...formula, left: expandMetrics(formula.left, metrics), right: expandMetrics(formula.right, metrics) };
  const metric = formula.kind === 'metric' && metrics.find(({ id }) => id === formula.metric);
  if (!metric) return formula;
  // Without the metric itself, so that a circular reference ends.
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
  // A new formula reads other columns, so listing them would add nothing.
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
    ...columnChangesOf('columns_recalculated', recalculatedOf(before, now)),
  ];
}

/** The columns whose formula changed. */
const recalculatedOf = (before: VerifiedDefinition, now: VerifiedDefinition): DefinitionColumn[] =>
  before.columns.filter(({ id }) => {
    const [one, other] = [before, now].map(({ calculated = [] }) => calculated.find((each) => each.id === id));
    return one && other && !isDeepStrictEqual(one.expression, other.expression);
  });
