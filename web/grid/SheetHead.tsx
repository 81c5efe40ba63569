import type { PointerEvent } from 'react';

import type { CellPosition } from './selection.ts';
import { clampWidth, type HeadCell, type GridSheet, type SheetEvents } from './sheet.ts';
import style from './Sheet.module.css';
import type { VirtualCells } from './virtual-cells.ts';

type SheetHeadProps = {
  id: string;
  sheet: GridSheet;
  heads: HeadCell[][];
  offsets: number[];
  view: VirtualCells;
  active: CellPosition | undefined;
  events: SheetEvents;
};

/** Sticky column heads. */
export function SheetHead({ id, sheet, heads, offsets, view, active, events }: SheetHeadProps) {
  const { pinned } = sheet;
  return (
    <div role="rowgroup" className={style['head']}>
      {heads.map((level, depth) => {
        const isLeaf = depth === heads.length - 1;
        const fixed = level.filter(({ from }) => from < pinned);
        const scrolling = level.filter(
          ({ from, count }) => from >= pinned && from < view.right && from + count > view.left,
        );
        return (
          // A level has no other id than its depth.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={depth} className={style['row']} role="row" aria-rowindex={depth + 1} data-row={isLeaf ? -1 : -2}>
            {[...fixed, ...scrolling].map((cell) => (
              <ColumnHead
                key={cell.key}
                id={isLeaf ? `${id}--1-${cell.from}` : undefined}
                cell={cell}
                sheet={sheet}
                offsets={offsets}
                gap={cell === scrolling[0] ? offsets[cell.from]! - offsets[pinned]! : 0}
                isActive={isLeaf && active?.row === -1 && active.column === cell.from}
                events={isLeaf ? events : {}}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

type ColumnHeadProps = {
  id: string | undefined;
  cell: HeadCell;
  sheet: GridSheet;
  offsets: number[];
  gap: number;
  isActive: boolean;
  events: SheetEvents;
};

function ColumnHead({ id, cell, sheet, offsets, gap, isActive, events }: ColumnHeadProps) {
  const { from, count, content, name, sort } = cell;
  const { columns, pinned } = sheet;
  const isPinned = from < pinned;
  return (
    <div
      id={id}
      role="columnheader"
      aria-colindex={from + 1}
      aria-colspan={count > 1 ? count : undefined}
      aria-sort={sort}
      aria-label={name}
      className={style['cell']}
      data-align={count > 1 ? 'start' : columns[from]!.align}
      data-pinned={isPinned || undefined}
      data-edge={(isPinned && from + count === pinned) || undefined}
      data-active={isActive || undefined}
      data-span={count > 1 || undefined}
      style={{
        width: offsets[from + count]! - offsets[from]!,
        ...(isPinned && { left: offsets[from] }),
        ...(gap > 0 && { marginInlineStart: gap }),
      }}
    >
      {content}
      {events.onResize && (
        <Resizer
          width={columns[from]!.width}
          onResize={(width) => events.onResize!(from, width)}
          onFit={() => events.onFit?.(from)}
        />
      )}
    </div>
  );
}

type ResizerProps = { width: number; onResize: (width: number) => void; onFit: () => void };

/** Drag handle at the edge of a head; the keyboard uses Alt with arrow keys. */
function Resizer({ width, onResize, onFit }: ResizerProps) {
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, clientX, pointerId } = event;
    event.stopPropagation();
    event.preventDefault();
    currentTarget.setPointerCapture(pointerId);
    const handleMove = (move: globalThis.PointerEvent) => onResize(clampWidth(width + move.clientX - clientX));
    const handleEnd = () => {
      currentTarget.removeEventListener('pointermove', handleMove);
      currentTarget.removeEventListener('lostpointercapture', handleEnd);
    };
    currentTarget.addEventListener('pointermove', handleMove);
    currentTarget.addEventListener('lostpointercapture', handleEnd);
  };
  return <span className={style['resizer']} aria-hidden onPointerDown={handleDown} onDoubleClick={onFit} />;
}
