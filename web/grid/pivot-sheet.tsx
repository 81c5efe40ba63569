import { exactText } from '#display/format/text.ts';
import { linesOf, type PivotNode, totalKey } from '#display/tables/pivot.ts';
import { pivotColumns } from './pivot-columns.ts';
import { pivotHeads } from './pivot-heads.tsx';
import { type PivotSheetInput, type PivotSlot, slotsOf, textOf } from './pivot-slots.ts';
import style from './PivotTable.module.css';
import type { CellView, HeadCell, GridSheet } from './sheet.ts';

export function pivotSheet(input: PivotSheetInput): {
  sheet: GridSheet;
  heads: HeadCell[][];
  lines: PivotNode[];
  slots: PivotSlot[];
} {
  const slots = slotsOf(input);
  const lines = linesOf(input.pivot.rows, input.closed);
  const columns = pivotColumns(input, slots);
  const isGroup = (node: PivotNode) => node.children.length > 0;
  const { t, hasSubtotals, pivot } = input;

  const numberAt = (row: PivotNode | null, slot: PivotSlot): CellView => {
    const value = pivot.valueAt(row?.key ?? totalKey, slot.node?.key ?? totalKey, slot.measure.name);
    if (value === undefined && !pivot.isQueried(row ? row.depth + 1 : 0, !slot.node)) {
      return { text: '-', tone: 'nothing', title: () => t('grid.noTotal') };
    }
    const view = slot.write(value);
    const isTotal = !row || isGroup(row) || (!slot.node && pivot.columnFields.length > 0);
    if (!isTotal) return view;
    const { style: _, ...plain } = view;
    return plain;
  };
  const cell = (row: number, column: number): CellView => {
    const node = lines[row];
    if (!node) return column === 0 ? { text: t('grid.total') } : numberAt(null, slots[column - 1]!);
    if (column === 0) return labelOf(input, node);
    // An expanded group may leave the numbers to its children; a collapsed one shows them.
    if (isGroup(node) && !hasSubtotals && !input.closed.has(node.key)) return { text: '' };
    return numberAt(node, slots[column - 1]!);
  };
  const kindOf = (row: number) => {
    const node = lines[row];
    if (!node) return 'total';
    return isGroup(node) ? 'subtotal' : node.isRest ? 'rest' : 'plain';
  };
  const copyText = (row: number, column: number) => {
    if (column === 0) return row < lines.length ? labelOf(input, lines[row]!).text : t('grid.total');
    const { node, measure } = slots[column - 1]!;
    return exactText(pivot.valueAt(lines[row]?.key ?? totalKey, node?.key ?? totalKey, measure.name));
  };
  const sheet: GridSheet = {
    label: t('grid.pivot'),
    rows: lines.length,
    columns,
    pinned: 1,
    hasTotals: hasSubtotals && pivot.rowFields.length > 0,
    cell,
    copyText,
    kindOf,
  };
  return { sheet, heads: pivotHeads(input, slots), lines, slots };
}

function labelOf(input: PivotSheetInput, node: PivotNode): CellView {
  const isGroup = node.children.length > 0;
  const text = textOf(node, input.pivot.rowFields[node.depth]!, input);
  return { text, title: () => text, before: <PivotToggle node={node} isGroup={isGroup} input={input} /> };
}

function PivotToggle({ node, isGroup, input }: { node: PivotNode; isGroup: boolean; input: PivotSheetInput }) {
  const isClosed = input.closed.has(node.key);
  const indent = { marginInlineStart: node.depth * 16 };
  if (!isGroup) return input.pivot.rowFields.length > 1 && <i className={style['twig']} style={indent} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={style['twig']}
      style={indent}
      aria-expanded={!isClosed}
      aria-label={input.t(isClosed ? 'grid.open' : 'grid.close')}
      data-closed={isClosed || undefined}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => input.onToggle(node.key)}
    />
  );
}
