import { type RefObject, useId, useMemo, useRef } from 'react';

import { useWidth } from '#web/ui/use-width.ts';
import { fitToWidth } from './fit-width.ts';
import type { HeadCell, GridSheet, SheetEvents } from './sheet.ts';
import { SheetHead } from './SheetHead.tsx';
import style from './Sheet.module.css';
import { numbersBetween, SheetRow } from './SheetRow.tsx';
import { useSelection } from './use-selection.ts';
import { offsetsOf, rowHeight, useVirtualCells } from './virtual-cells.ts';

type SheetViewProps = {
  sheet: GridSheet;
  /** Head levels, the last with one head per column. */
  heads: HeadCell[][];
} & SheetEvents;

/**
 * A virtualised table: only the visible cells are rendered. Keyboard, ranges and copying work as in a spreadsheet.
 */
export function SheetView({ sheet: unfitted, heads, ...events }: SheetViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const boxWidth = useWidth(box);
  const sheet = useMemo(
    () => ({ ...unfitted, columns: fitToWidth(unfitted.columns, unfitted.pinned, boxWidth) }),
    [unfitted, boxWidth],
  );
  const { rows, columns, hasTotals } = sheet;
  const id = useId();
  const offsets = useMemo(() => offsetsOf(columns.map(({ width }) => width)), [columns]);
  const [head, foot] = [heads.length * rowHeight, hasTotals ? rowHeight : 0];
  const view = useVirtualCells(box, sheet, { head, foot, offsets });
  const { active, area, handlers } = useSelection(box as RefObject<HTMLElement>, sheet, view, events);
  const rowProps = (row: number) => {
    const isIn = area !== null && row >= area.top && row <= area.bottom;
    return {
      id,
      sheet,
      row,
      index: row + heads.length + 1,
      offsets,
      left: view.left,
      right: view.right,
      from: isIn ? area.left : -1,
      to: isIn ? area.right : -1,
      active: active?.row === row ? active.column : -1,
    };
  };
  return (
    <div
      ref={box}
      className={style['box']}
      role="grid"
      aria-label={sheet.label}
      aria-rowcount={heads.length + rows + (hasTotals ? 1 : 0)}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={active && `${id}-${active.row}-${active.column}`}
      tabIndex={0}
      {...handlers}
    >
      <div className={style['content']} style={{ width: offsets.at(-1), height: head + view.bodyHeight + foot }}>
        <SheetHead {...{ id, sheet, heads, offsets, view, active, events }} />
        <div className={style['body']} role="rowgroup" style={{ height: view.bodyHeight }}>
          <div className={style['rows']} style={{ top: view.top }}>
            {numbersBetween(view.first, view.last).map((row) => (
              // Elements are recycled for other rows as they scroll.
              <SheetRow key={row % 512} {...rowProps(row)} />
            ))}
          </div>
        </div>
        {hasTotals && (
          <div role="rowgroup" className={style['foot']}>
            <SheetRow {...rowProps(rows)} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Height of a table with all its rows and heads, and `extra` pixels. */
export const heightFor = (rows: number, heads: number, extra: number): number =>
  (rows + heads) * rowHeight + extra + scrollbar;

const scrollbar = 17;
