import { linesOf, type PivotNode, whole } from '#display/tables/pivot.ts';
import { pivotColumns } from './pivot-columns.ts';
import { pivotHeads } from './pivot-heads.tsx';
import { type PivotGiven, type Slot, slotsOf, textOf } from './pivot-slots.ts';
import style from './PivotTable.module.css';
import { exactText } from './selection.ts';
import type { CellView, HeadCell, Sheet } from './sheet.ts';

export function pivotSheet(given: PivotGiven): {
  sheet: Sheet;
  heads: HeadCell[][];
  lines: PivotNode[];
  slots: Slot[];
} {
  const slots = slotsOf(given);
  const lines = linesOf(given.pivot.rows, given.closed);
  const columns = pivotColumns(given, slots);
  const isGroup = (node: PivotNode) => node.children.length > 0;
  const { t, hasSubtotals, pivot } = given;

  const numberAt = (row: PivotNode | null, slot: Slot): CellView => {
    const value = pivot.valueAt(row?.key ?? whole, slot.node?.key ?? whole, slot.measure.name);
    if (value === undefined && !pivot.isAsked(row ? row.depth + 1 : 0, !slot.node)) {
      return { text: '-', tone: 'nothing', title: () => t('grid.noTotal') };
    }
    const view = slot.write(value);
    const isTotal = !row || isGroup(row) || (!slot.node && pivot.columnFields.length > 0);
    if (!isTotal) return view;
    const { style: _, ...plain } = view;
    return plain;
  };
  const cell = (row: number, column: number): CellView => {
    const node = lines[row]!;
    if (column === 0) return labelOf(given, node);
    // A group that is open may leave the numbers to its parts; a closed one speaks for them.
    if (isGroup(node) && !hasSubtotals && !given.closed.has(node.key)) return { text: '' };
    return numberAt(node, slots[column - 1]!);
  };
  const foot = (column: number) => (column === 0 ? { text: t('grid.total') } : numberAt(null, slots[column - 1]!));
  const hasFoot = hasSubtotals && pivot.rowFields.length > 0;
  const copied = (row: number, column: number) => {
    if (column === 0) return row < lines.length ? labelOf(given, lines[row]!).text : t('grid.total');
    const { node, measure } = slots[column - 1]!;
    return exactText(pivot.valueAt(lines[row]?.key ?? whole, node?.key ?? whole, measure.name));
  };
  const sheet: Sheet = {
    label: t('grid.pivot'),
    rows: lines.length,
    columns,
    pinned: 1,
    cell,
    copied,
    kindOf: (row) => (isGroup(lines[row]!) ? 'subtotal' : lines[row]!.isRest ? 'rest' : 'plain'),
    foot: hasFoot ? foot : null,
  };
  return { sheet, heads: pivotHeads(given, slots), lines, slots };
}

function labelOf(given: PivotGiven, node: PivotNode): CellView {
  const isGroup = node.children.length > 0;
  const text = textOf(node, given.pivot.rowFields[node.depth]!, given);
  return { text, title: () => text, before: <Twig node={node} isGroup={isGroup} given={given} /> };
}

function Twig({ node, isGroup, given }: { node: PivotNode; isGroup: boolean; given: PivotGiven }) {
  const isClosed = given.closed.has(node.key);
  const indent = { marginInlineStart: node.depth * 16 };
  if (!isGroup) return given.pivot.rowFields.length > 1 && <i className={style['twig']} style={indent} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={style['twig']}
      style={indent}
      aria-expanded={!isClosed}
      aria-label={given.t(isClosed ? 'grid.open' : 'grid.close')}
      data-closed={isClosed || undefined}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => given.onToggle(node.key)}
    />
  );
}
