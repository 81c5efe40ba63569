import { type RefObject, useId, useMemo, useRef } from 'react';

import { useWidth } from '#web/ui/use-width.ts';
import { fitToWidth } from './fit-width.ts';
import { useSelection } from './use-selection.ts';
import { useViewport, maxElementHeight } from './use-viewport.ts';
import type { HeadCell, GridSheet, SheetEvents } from './sheet.ts';
import { SheetFoot, SheetRow } from './SheetRow.tsx';
import { SheetHead } from './SheetHead.tsx';
import style from './Sheet.module.css';
import { offsetsOf, rowHeight, scrollHeight } from './virtual-rows.ts';

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
  const { rows, columns, pinned, foot } = sheet;
  const id = useId();
  const offsets = useMemo(() => offsetsOf(columns.map(({ width }) => width)), [columns]);
  const edges = (heads.length + (foot ? 1 : 0)) * rowHeight;
  const geometry = useMemo(() => ({ count: rows, offsets, pinned, edges }), [rows, offsets, pinned, edges]);
  const { viewport, update: updateViewport } = useViewport(box, geometry);
  const { selection, area, isInTotals, handlers } = useSelection(
    box as RefObject<HTMLElement>,
    sheet,
    geometry,
    events,
  );
  const active = selection?.focus;
  const body = scrollHeight({ count: rows, height: viewport.height, maxElementHeight: maxElementHeight() });
  return (
    <div
      ref={box}
      className={style['box']}
      role="grid"
      aria-label={sheet.label}
      aria-rowcount={heads.length + rows + (foot ? 1 : 0)}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={active && `${id}-${active.row}-${active.column}`}
      tabIndex={0}
      onScroll={updateViewport}
      {...handlers}
    >
      <div className={style['content']} style={{ width: offsets.at(-1), height: body + edges }}>
        <SheetHead
          id={id}
          sheet={sheet}
          heads={heads}
          offsets={offsets}
          view={viewport}
          active={active}
          events={events}
        />
        <div className={style['body']} role="rowgroup" style={{ height: body }}>
          <div className={style['rows']} style={{ top: viewport.offset }}>
            {Array.from({ length: Math.max(viewport.last - viewport.first, 0) }, (_, index) => {
              const row = viewport.first + index;
              const isIn = area !== null && row >= area.top && row <= area.bottom;
              return (
                <SheetRow
                  // Elements are recycled for other rows as they scroll.
                  key={row % 512}
                  id={id}
                  sheet={sheet}
                  row={row}
                  index={row + heads.length + 1}
                  offsets={offsets}
                  left={viewport.left}
                  right={viewport.right}
                  from={isIn ? area.left : -1}
                  to={isIn ? area.right : -1}
                  active={active?.row === row ? active.column : -1}
                />
              );
            })}
          </div>
        </div>
        {foot && (
          <SheetFoot
            id={id}
            sheet={sheet}
            index={heads.length + rows + 1}
            offsets={offsets}
            view={viewport}
            active={isInTotals ? active!.column : -1}
            area={area}
          />
        )}
      </div>
    </div>
  );
}

/** Height of a table with all its rows and heads, and `extra` pixels. */
export const heightFor = (rows: number, heads: number, extra: number): number =>
  (rows + heads) * rowHeight + extra + scrollbar;

const scrollbar = 17;
