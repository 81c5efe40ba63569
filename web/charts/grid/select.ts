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
import { dragFrom } from './drag.ts';
import { type Frame, rowsOf } from './scrolling.ts';
import { type Area, areaOf, type Place, placeAfter, type Selection, sizeOf, tsvOf } from './selection.ts';
import type { Sheet, SheetEvents } from './sheet.ts';
import { rowHeight, topFor } from './window.ts';

const mostCopied = 1_000_000;

/** Which cells are chosen, by pointer and keyboard, and how they are copied. */
export function useSelection(box: RefObject<HTMLElement>, sheet: Sheet, frame: Frame, events: SheetEvents) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Selection | null>(null);
  const bounds = boundsOf(sheet);
  // A table that has become smaller has no cell there any more.
  const selection = chosen && isWithin(chosen.focus, bounds) && isWithin(chosen.anchor, bounds) ? chosen : null;
  const area = selection && selection.focus.row >= 0 ? areaOf(selection) : null;

  const choose = (focus: Place, anchor: Place = focus) => {
    const next = { focus, anchor: anchor.row < 0 ? focus : anchor };
    setChosen(next);
    events.onSelect?.(focus.row < 0 ? null : areaOf(next));
  };

  const handlePointerDown = (event: PointerEvent) => {
    const place = placeOf(event.target);
    if (!place || place.row < 0 || event.button !== 0 || event.pointerType !== 'mouse') return;
    // The words in the cells are not what is selected.
    event.preventDefault();
    box.current.focus({ preventScroll: true });
    const anchor = event.shiftKey && selection ? selection.anchor : place;
    choose(place, anchor);
    dragFrom(box.current, (point) => {
      const under = placeOf(document.elementFromPoint(point.x, point.y));
      if (under && under.row >= 0) choose(under, anchor);
    });
  };

  const handleClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (!place || place.row < 0) return;
    if (!event.shiftKey && area === null) choose(place);
    // Whoever has drawn across several cells means to copy them, and a button in a cell has a meaning of its own.
    const isOne = area === null || (area.top === area.bottom && area.left === area.right);
    if (isOne && !event.shiftKey && event.detail < 2 && !(event.target as Element).closest('button')) {
      pick(place, { isAdding: event.ctrlKey || event.metaKey });
    }
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.nativeEvent.isComposing) return;
    if (answerKey(event)) event.preventDefault();
  };

  function answerKey(event: KeyboardEvent): boolean {
    const from = selection?.focus ?? { row: sheet.rows > 0 ? 0 : -1, column: 0 };
    const head = { column: from.column, width: sheet.columns[from.column]?.width ?? 0 };
    if (from.row === -1 && selection && events.onHeadKey?.(head, event)) return true;
    if (event.altKey) return false;
    const far = event.ctrlKey || event.metaKey;
    if (far && event.key.toLowerCase() === 'a') return chooseAll();
    if (event.key === 'Enter' && selection) return open(selection.focus) || pick(selection.focus, { isAdding: far });
    if (event.key === 'Escape') return forget();
    const page = Math.max(1, Math.floor(rowsOf(box.current, frame).height / rowHeight) - 1);
    const next = selection ? placeAfter(from, { key: event.key, page, far }, bounds) : firstOf(event.key, from);
    if (!next) return false;
    choose(next, event.shiftKey ? selection?.anchor : next);
    reveal(next);
    return true;
  }

  function chooseAll(): boolean {
    if (sheet.rows === 0) return false;
    choose({ row: sheet.rows - 1, column: bounds.right }, { row: 0, column: 0 });
    return true;
  }

  function pick(place: Place, how: { isAdding: boolean }): boolean {
    if (!events.onPick || place.row < 0) return false;
    events.onPick(place, how);
    return true;
  }

  function open(place: Place): boolean {
    return place.row >= 0 && (events.onOpen?.(place) ?? false);
  }

  function forget(): boolean {
    if (!selection) return false;
    setChosen(null);
    events.onSelect?.(null);
    return true;
  }

  function reveal({ row, column }: Place): void {
    const { current } = box;
    if (row >= 0 && row < sheet.rows) current.scrollTop = topFor(row, current.scrollTop, rowsOf(current, frame));
    if (column < frame.pinned) return;
    const [start, end] = [frame.offsets[column]!, frame.offsets[column + 1]!];
    const room = current.clientWidth;
    if (start - current.scrollLeft < frame.offsets[frame.pinned]!) {
      current.scrollLeft = start - frame.offsets[frame.pinned]!;
    } else if (end - current.scrollLeft > room) current.scrollLeft = end - room;
  }

  const handleCopy = (event: ClipboardEvent) => {
    if (!area || event.target !== box.current) return;
    event.preventDefault();
    if (sizeOf(area) > mostCopied) void toast('warning', t('grid.tooManyCells'));
    else event.clipboardData.setData('text/plain', tsvOf(area, sheet.copied));
  };

  // The whole value of a cell is written out only when someone points at it.
  const handlePointerOver = (event: PointerEvent) => {
    const place = placeOf(event.target);
    const cell = (event.target as Element).closest<HTMLElement>('[role=gridcell], [role=rowheader]');
    if (!place || !cell) return;
    const view = place.row < sheet.rows ? sheet.cell(place.row, place.column) : sheet.foot?.(place.column);
    cell.title = view?.title?.() ?? '';
  };

  const handleDoubleClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place) open(place);
  };

  return {
    selection,
    area,
    isInTotals: selection?.focus.row === sheet.rows && sheet.foot !== null,
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

const boundsOf = ({ rows, columns, foot }: Sheet): Area => ({
  top: -1,
  bottom: rows - 1 + (foot ? 1 : 0),
  left: 0,
  right: columns.length - 1,
});

const isWithin = ({ row, column }: Place, { bottom, right }: Area) => row <= bottom && column <= right;

/** The first key shows where one is; it does not move yet. */
const firstOf = (key: string, place: Place) => (/^(Arrow|Page|Home|End)/.test(key) ? place : undefined);

function placeOf(target: EventTarget | Element | null): Place | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>('[aria-colindex]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset['row']), column: Number(cell.ariaColIndex) - 1 };
}
