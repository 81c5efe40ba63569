import { memo } from 'react';

import type { GridSheet } from './sheet.ts';
import style from './Sheet.module.css';

type SheetRowProps = {
  id: string;
  sheet: GridSheet;
  row: number;
  /** Position among all rows, including heads. */
  index: number;
  offsets: number[];
  /** Visible column range. */
  left: number;
  right: number;
  /** Selected column range and focused column; -1 if none. */
  from: number;
  to: number;
  active: number;
};

export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { id, sheet, row, index, offsets, left, right, from, to, active } = props;
  const { columns, pinned } = sheet;
  const kind = sheet.kindOf(row);
  const visibleColumns = [...numbersBetween(0, pinned), ...numbersBetween(left, right)];
  return (
    <div
      className={style['row']}
      role="row"
      aria-rowindex={index}
      data-row={row}
      data-kind={kind}
      data-faint={(kind !== 'total' && sheet.isFaint?.(row)) || undefined}
    >
      {visibleColumns.map((column) => {
        const { text, tone, style: css, before } = sheet.cell(row, column);
        const isPinned = column < pinned;
        const isSelected = column >= from && column <= to;
        return (
          <div
            key={columns[column]!.key}
            id={column === active ? `${id}-${row}-${column}` : undefined}
            role={kind === 'total' && column === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={column + 1}
            aria-selected={isSelected || undefined}
            className={style['cell']}
            data-align={columns[column]!.align}
            data-tone={tone}
            data-pinned={isPinned || undefined}
            data-edge={(isPinned && column === pinned - 1) || undefined}
            data-active={column === active || undefined}
            data-painted={css ? true : undefined}
            dir={columns[column]!.align === 'start' ? 'auto' : undefined}
            style={{
              width: columns[column]!.width,
              ...(isPinned && { left: offsets[column] }),
              // Columns out of view to the left keep their space.
              ...(column === left && left > pinned && { marginInlineStart: offsets[left]! - offsets[pinned]! }),
            }}
          >
            {css && <i className={style['paint']} style={css} />}
            {before}
            {css || before ? <span className={style['text']}>{text}</span> : text}
          </div>
        );
      })}
    </div>
  );
});

export const numbersBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index);
