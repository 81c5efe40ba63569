import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';

import { toast } from '#web/ui/toast.ts';
import { dragFrom } from './drag-select.ts';
import { type CellArea, areaOf, type CellPosition, positionAfter, type Selection, sizeOf, tsvOf } from './selection.ts';
import type { GridSheet, SheetEvents } from './sheet.ts';
import type { VirtualCells } from './virtual-cells.ts';

const maxCopiedCells = 1_000_000;

/** Cell selection by pointer and keyboard, and copying. */
export function useSelection(box: RefObject<HTMLElement>, sheet: GridSheet, view: VirtualCells, events: SheetEvents) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Selection | null>(null);
  const bounds = boundsOf(sheet);
  // The selection is dropped if the table has become smaller.
  const selection = chosen && isWithin(chosen.focus, bounds) && isWithin(chosen.anchor, bounds) ? chosen : null;
  const area = selection && selection.focus.row >= 0 ? areaOf(selection) : null;

  const select = (focus: CellPosition, anchor: CellPosition = focus) => {
    const next = { focus, anchor: anchor.row < 0 ? focus : anchor };
    setChosen(next);
    events.onSelect?.(focus.row < 0 ? null : areaOf(next));
  };

  const handlePointerDown = (event: PointerEvent) => {
    const position = positionOf(event.target);
    if (!position || position.row < 0 || event.button !== 0 || event.pointerType !== 'mouse') return;
    // Prevents the browser's text selection.
    event.preventDefault();
    box.current.focus({ preventScroll: true });
    const anchor = event.shiftKey && selection ? selection.anchor : position;
    select(position, anchor);
    dragFrom(box.current, (point) => {
      const hovered = positionOf(document.elementFromPoint(point.x, point.y));
      if (hovered && hovered.row >= 0) select(hovered, anchor);
    });
  };

  const handleClick = (event: MouseEvent) => {
    const position = positionOf(event.target);
    if (!position || position.row < 0) return;
    if (!event.shiftKey && area === null) select(position);
    // A drag across several cells is a selection, and a button in a cell has its own action.
    const isSingleCell = area === null || (area.top === area.bottom && area.left === area.right);
    if (isSingleCell && !event.shiftKey && event.detail < 2 && !(event.target as Element).closest('button')) {
      pick(position, { isAdding: event.ctrlKey || event.metaKey });
    }
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.nativeEvent.isComposing) return;
    if (handleKey(event)) event.preventDefault();
  };

  function handleKey(event: KeyboardEvent): boolean {
    const from = selection?.focus ?? { row: sheet.rows > 0 ? 0 : -1, column: 0 };
    const width = sheet.columns[from.column]?.width ?? 0;
    if (from.row === -1 && selection && events.onHeadKey?.(from.column, width, event)) return true;
    if (event.altKey) return false;
    const toEnd = event.ctrlKey || event.metaKey;
    if (toEnd && event.key.toLowerCase() === 'a') return selectAll();
    if (event.key === 'Enter' && selection) return open(selection.focus) || pick(selection.focus, { isAdding: toEnd });
    if (event.key === 'Escape') return clearSelection();
    const move = { key: event.key, page: view.pageRows(), toEnd };
    const next = selection ? positionAfter(from, move, bounds) : initialFocus(event.key, from);
    if (!next) return false;
    select(next, event.shiftKey ? selection?.anchor : next);
    view.scrollTo(next);
    return true;
  }

  function selectAll(): boolean {
    if (sheet.rows === 0) return false;
    select({ row: sheet.rows - 1, column: bounds.right }, { row: 0, column: 0 });
    return true;
  }

  function pick(position: CellPosition, options: { isAdding: boolean }): boolean {
    if (!events.onPick || position.row < 0) return false;
    events.onPick(position, options);
    return true;
  }

  function open(position: CellPosition): boolean {
    return position.row >= 0 && (events.onOpen?.(position) ?? false);
  }

  function clearSelection(): boolean {
    if (!selection) return false;
    setChosen(null);
    events.onSelect?.(null);
    return true;
  }

  const handleCopy = (event: ClipboardEvent) => {
    if (!area || event.target !== box.current) return;
    event.preventDefault();
    if (sizeOf(area) > maxCopiedCells) void toast('warning', t('grid.tooManyCells'));
    else event.clipboardData.setData('text/plain', tsvOf(area, sheet.copyText));
  };

  // The full value of a cell is formatted only on hover.
  const handlePointerOver = (event: PointerEvent) => {
    const position = positionOf(event.target);
    const cell = (event.target as Element).closest<HTMLElement>('[role=gridcell], [role=rowheader]');
    if (position && cell) cell.title = sheet.cell(position.row, position.column).title?.() ?? '';
  };

  const handleDoubleClick = (event: MouseEvent) => {
    const position = positionOf(event.target);
    if (position) open(position);
  };

  return {
    active: selection?.focus,
    area,
    handlers: {
      onPointerDown: handlePointerDown,
      onPointerOver: handlePointerOver,
      onClick: handleClick,
      onDoubleClick: handleDoubleClick,
      onKeyDown: handleKeyDown,
      onCopy: handleCopy,
    },
  };
}

const boundsOf = ({ rows, columns, hasTotals }: GridSheet): CellArea => ({
  top: -1,
  bottom: rows - 1 + (hasTotals ? 1 : 0),
  left: 0,
  right: columns.length - 1,
});

const isWithin = ({ row, column }: CellPosition, { bottom, right }: CellArea) => row <= bottom && column <= right;

/** The first key press only shows the focus. */
const initialFocus = (key: string, position: CellPosition) =>
  /^(Arrow|Page|Home|End)/.test(key) ? position : undefined;

function positionOf(target: EventTarget | Element | null): CellPosition | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>('[aria-colindex]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset['row']), column: Number(cell.ariaColIndex) - 1 };
}
