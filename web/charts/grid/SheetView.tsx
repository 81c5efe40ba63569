import { type RefObject, useId, useMemo, useRef } from 'react';

import { useSize } from '#web/charts/size.ts';
import { fitToWidth } from './fit-width.ts';
import { useSelection } from './select.ts';
import { useView, highestElement } from './scrolling.ts';
import type { HeadCell, Sheet, SheetEvents } from './sheet.ts';
import { SheetFoot, SheetRow } from './SheetRow.tsx';
import { SheetHead } from './SheetHead.tsx';
import style from './Sheet.module.css';
import { offsetsOf, rowHeight, scrollHeight } from './window.ts';

type Props = {
  sheet: Sheet;
  /** Levels of heads, the last with one for each column. */
  heads: HeadCell[][];
} & SheetEvents;

/** A table of any size: only what is in sight is drawn. Keys, ranges and copying work as in a spreadsheet. */
export function SheetView({ sheet: natural, heads, ...events }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const room = useSize(box);
  const sheet = useMemo(
    () => ({ ...natural, columns: fitToWidth(natural.columns, natural.pinned, room) }),
    [natural, room],
  );
  const { rows, columns, pinned, foot } = sheet;
  const id = useId();
  const offsets = useMemo(() => offsetsOf(columns.map(({ width }) => width)), [columns]);
  const edges = (heads.length + (foot ? 1 : 0)) * rowHeight;
  const frame = useMemo(() => ({ count: rows, offsets, pinned, edges }), [rows, offsets, pinned, edges]);
  const { view, look } = useView(box, frame);
  const { selection, area, isInTotals, handlers } = useSelection(box as RefObject<HTMLElement>, sheet, frame, events);
  const active = selection?.focus;
  const body = scrollHeight({ count: rows, height: view.height, highest: highestElement() });
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
      onScroll={look}
      {...handlers}
    >
      <div className={style['content']} style={{ width: offsets.at(-1), height: body + edges }}>
        <SheetHead id={id} sheet={sheet} heads={heads} offsets={offsets} view={view} active={active} events={events} />
        <div className={style['body']} role="rowgroup" style={{ height: body }}>
          <div className={style['rows']} style={{ top: view.offset }}>
            {Array.from({ length: Math.max(view.last - view.first, 0) }, (_, index) => {
              const row = view.first + index;
              const isIn = area !== null && row >= area.top && row <= area.bottom;
              return (
                <SheetRow
                  // The same elements serve other rows when these are out of sight.
                  key={row % 512}
                  id={id}
                  sheet={sheet}
                  row={row}
                  index={row + heads.length + 1}
                  offsets={offsets}
                  left={view.left}
                  right={view.right}
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
            view={view}
            active={isInTotals ? active!.column : -1}
            area={area}
          />
        )}
      </div>
    </div>
  );
}

/** How high a table is at most: its rows, its heads, and what stands around them. */
export const heightFor = (rows: number, heads: number, around: number): number =>
  (rows + heads) * rowHeight + around + scrollbar;

const scrollbar = 17;
