import type { View } from './scrolling.ts';
import type { Place } from './selection.ts';
import { Resizer } from './Resizer.tsx';
import type { HeadCell, Sheet, SheetEvents } from './sheet.ts';
import style from './Sheet.module.css';

type Props = {
  id: string;
  sheet: Sheet;
  heads: HeadCell[][];
  offsets: number[];
  view: View;
  active: Place | undefined;
  events: SheetEvents;
};

/** The heads of the columns, which stay in sight above the rows. */
export function SheetHead({ id, sheet, heads, offsets, view, active, events }: Props) {
  const { pinned } = sheet;
  return (
    <div role="rowgroup" className={style['head']}>
      {heads.map((level, depth) => {
        const isLeaf = depth === heads.length - 1;
        const fixed = level.filter(({ from }) => from < pinned);
        const moving = level.filter(
          ({ from, count }) => from >= pinned && from < view.right && from + count > view.left,
        );
        return (
          // A level has no name but its depth.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={depth} className={style['row']} role="row" aria-rowindex={depth + 1} data-row={isLeaf ? -1 : -2}>
            {[...fixed, ...moving].map((cell) => (
              <Head
                key={cell.key}
                id={isLeaf ? `${id}--1-${cell.from}` : undefined}
                cell={cell}
                sheet={sheet}
                offsets={offsets}
                gap={cell === moving[0] ? offsets[cell.from]! - offsets[pinned]! : 0}
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

type HeadProps = {
  id: string | undefined;
  cell: HeadCell;
  sheet: Sheet;
  offsets: number[];
  gap: number;
  isActive: boolean;
  events: SheetEvents;
};

function Head({ id, cell, sheet, offsets, gap, isActive, events }: HeadProps) {
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
