import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import type { Drawing } from '#domain/query/chart.ts';
import { optionsFor } from '#display/charts/draw-input.ts';
import { formatGroup } from '#display/format/cell.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import {
  arrangeColumns,
  type CellText,
  grandTotalsOf,
  isNumeric,
  sameUnitColumnsOf,
  textWriter,
} from '#display/tables/column-text.ts';
import { leavesOf, linesOf, type Pivot, type PivotNode, pivotOf, totalKey } from '#display/tables/pivot.ts';
import { capitalize } from '#display/words/subject.ts';
import { printWords } from './words.ts';

/** A column of a table: its label, its values and their format. */
export type GridColumn = {
  label: string;
  /** The group label above the column and its own label below that; null if it has no group. */
  groupLabels: { group: string; label: string } | null;
  /** Null for the row labels of a pivot, which are our own text. */
  field: Field | null;
  isNumber: boolean;
  values: unknown[];
  write: (value: unknown) => CellText;
};

type GridRow = { kind: 'plain' | 'rest' | 'subtotal' | 'total'; indent: number };

/** A table as shown on pages. */
export type Grid = { columns: GridColumn[]; rows: GridRow[] };

type GridInput = { frame: Frame; drawing: Drawing; look: Look };

export const gridOf = (input: GridInput): Grid =>
  chartKindDescriptors[input.drawing.kind].surface === 'pivot' ? pivotGrid(input) : plainGrid(input);

const nothing: CellText = { text: '-', tone: 'nothing' };
const isNothing = (value: unknown) => value === null || value === undefined || value === '';

function plainGrid({ frame, look, drawing }: GridInput): Grid {
  const words = printWords[look.language];
  const { order } = arrangeColumns(frame.fields, []);
  const fields = order.map((index) => frame.fields[index]!);
  const values = order.map((index) => frame.values[index] ?? []);
  const grandTotals = drawing.kind === 'table' ? grandTotalsOf(frame) : null;
  const totals = grandTotals && order.map((index) => grandTotals[index]);
  const count = values[0]?.length ?? 0;
  const isRest = (row: number) => frame.rest?.[row] === true;
  const rows = Array.from({ length: count }, (_, row): GridRow => ({
    kind: isRest(row) ? 'rest' : 'plain',
    indent: 0,
  }));
  const columns = fields.map((field, index): GridColumn => {
    const write = textWriter(field, values[index]!, {
      look,
      isExact: false,
      sameUnitColumns: sameUnitColumnsOf(field, fields, values),
    });
    const own = values[index]!.map((value, row) =>
      isRest(row) && field.role === 'dimension' && value === null ? words.rest : value,
    );
    const total = index === 0 && field.role === 'dimension' ? words.total : totals?.[index];
    return {
      label: field.label,
      groupLabels: groupOf(field, fields, words.value),
      field,
      isNumber: isNumeric(field),
      values: totals ? [...own, total] : own,
      write: (value) => (isNothing(value) ? nothing : value === words.rest ? { text: words.rest } : write(value)),
    };
  });
  return { columns, rows: totals ? [...rows, { kind: 'total', indent: 0 }] : rows };
}

/** A measure with several parts is a group of columns, one per part. */
function groupOf(field: Field, fields: Field[], value: string): GridColumn['groupLabels'] {
  if (field.role === 'dimension') return null;
  const parts = fields.filter((each) => each.role === 'measure' && each.measure === field.measure);
  const group = parts.find((each) => each.role === 'measure' && each.part === 'value')?.label ?? field.label;
  if (parts.length === 1) return null;
  if (field.part === 'value') return { group, label: value };
  return {
    group,
    label: field.label.startsWith(`${group} · `) ? capitalize(field.label.slice(group.length + 3)) : field.label,
  };
}

function pivotGrid({ frame, drawing, look }: GridInput): Grid {
  const words = printWords[look.language];
  const { rows: rowCount, subtotals } = optionsFor(drawing);
  const pivot = pivotOf(frame, rowCount);
  const lines = linesOf(pivot.rows, new Set());
  const hasTotal = subtotals && pivot.rowFields.length > 0;
  const textOf = (node: PivotNode, fields: Field[]) =>
    node.isRest ? words.rest : formatGroup(node.value, fields[node.depth]!, look, 'cell');
  const leaves: (PivotNode | null)[] = leavesOf(pivot.columns);
  if (pivot.columnFields.length === 0 || subtotals) leaves.push(null);
  const columnLabelOf = (node: PivotNode | null) => {
    if (!node) return pivot.columnFields.length > 0 ? words.total : '';
    return pathTo(pivot.columns, node.key)
      .map((each) => textOf(each, pivot.columnFields))
      .join(' · ');
  };
  const numberAt = (line: PivotNode | null, node: PivotNode | null, measure: Field): unknown =>
    line && line.children.length > 0 && !subtotals
      ? undefined
      : pivot.valueAt(line?.key ?? totalKey, node?.key ?? totalKey, measure.name);
  const allLines: (PivotNode | null)[] = hasTotal ? [...lines, null] : lines;
  const numbers = leaves.flatMap((node) =>
    pivot.measures.map((measure): GridColumn => {
      const write = textWriter(measure, frame.values[frame.fields.indexOf(measure)]!, { look, isExact: false });
      const columnLabel = columnLabelOf(node);
      const isGrouped = pivot.measures.length > 1 && columnLabel !== '';
      return {
        label: [columnLabel, ...(isGrouped || columnLabel === '' ? [measure.label] : [])].filter(Boolean).join(' · '),
        groupLabels: isGrouped ? { group: columnLabel, label: measure.label } : null,
        field: measure,
        isNumber: true,
        values: allLines.map((line) => numberAt(line, node, measure)),
        write: (value) => (isNothing(value) ? nothing : write(value)),
      };
    }),
  );
  const names: GridColumn = {
    label: cornerOf(pivot),
    groupLabels: null,
    field: null,
    isNumber: false,
    values: allLines.map((line) => (line ? textOf(line, pivot.rowFields) : words.total)),
    write: (value) => ({ text: String(value) }),
  };
  return { columns: [names, ...numbers], rows: allLines.map(rowOf) };
}

const rowOf = (line: PivotNode | null): GridRow => {
  if (!line) return { kind: 'total', indent: 0 };
  return { kind: line.children.length > 0 ? 'subtotal' : line.isRest ? 'rest' : 'plain', indent: line.depth };
};

const cornerOf = ({ rowFields, measures }: Pivot): string =>
  [rowFields.map(({ label }) => label).join(' / '), ...(measures.length === 1 ? [measures[0]!.label] : [])]
    .filter(Boolean)
    .join(' · ');

/** A node with its ancestors. */
function pathTo(nodes: PivotNode[], key: string): PivotNode[] {
  for (const node of nodes) {
    if (node.key === key) return [node];
    const below = pathTo(node.children, key);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
