import { type KeyboardEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { CellFormat, Drawing } from '#domain/query/chart.ts';
import type { ChartPoint } from '#domain/dashboard/dashboard.ts';
import { rowMatcherOf, pointAt } from '#display/charts/points.ts';
import { amountOf } from '#display/format/amount.ts';
import { isNumeric } from '#display/tables/column-text.ts';
import type { Frame } from '#display/frame.ts';
import type { PickHandler } from './pick-handler.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './DataGrid.module.css';
import { fitColumn, fullFit, useGridColumns } from './grid-columns.ts';
import { gridSheetOf, sourceOf } from './grid-sheet.ts';
import { useGridState } from './grid-state.ts';
import { GridFoot, type LoadMore } from './GridFoot.tsx';
import { headsOf } from './GridHeads.tsx';
import { clampWidth } from './sheet.ts';
import { heightFor, SheetView } from './SheetView.tsx';
import { useSortedRows } from './use-sorted-rows.ts';
import { nextSortings } from './sort-rows.ts';

type DataGridProps = {
  frame: Frame;
  drawing: Drawing;
  /** Fixed height; otherwise as high as its container. */
  height?: number;
  /** Whether numbers are exact by default. */
  startsExact?: boolean;
  /** Picked points, whose rows are emphasised, and the handler of picks by click or Enter. */
  picked?: ChartPoint[];
  onPick?: PickHandler | undefined;
  /** Loads the rows beyond the limit. */
  loadMore?: LoadMore | undefined;
  /** Saves cell formats; without it they cannot be changed. */
  onChange?: ((drawing: Drawing) => void) | undefined;
};

const noFormats: CellFormat[] = [];
/** Pixels by which Alt with an arrow key resizes a column. */
const resizeStep = 16;

/** A result as a virtualised table that can be sorted, resized, pinned and copied. */
export function DataGrid({ frame, drawing, height, startsExact = false, ...events }: DataGridProps) {
  const { t } = useTranslation();
  const { picked, onPick, loadMore, onChange } = events;
  const look = useLook();
  const [state, change] = useGridState({ isExact: startsExact });
  const formats = drawing.options.cells ?? noFormats;
  const { order, progress } = useSortedRows(frame, state.sortings, look.language);
  const grid = useGridColumns(frame, { state, look, formats });
  const { fields, values } = grid;
  const isPicked = useMemo(() => (picked && picked.length > 0 ? rowMatcherOf(frame, picked) : null), [frame, picked]);
  const { language } = look;
  const body = useMemo(
    () => gridSheetOf({ frame, grid, order, isPicked, t, language }),
    [frame, grid, order, isPicked, t, language],
  );

  const sort = (column: number, keepsOthers: boolean) => {
    const field = fields[column]!;
    const isDownFirst = isNumeric(field) && field.role === 'measure';
    change((now) => ({ sortings: nextSortings(now.sortings, field.name, keepsOthers, isDownFirst) }));
  };
  const resize = (column: number, width: number) =>
    change((now) => ({ widths: { ...now.widths, [fields[column]!.name]: clampWidth(width) } }));
  const fit = (column: number) => resize(column, fitColumn(grid, column, fullFit));
  const handleHeadKey = (column: number, width: number, { key, altKey, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'Enter' || key === ' ') sort(column, shiftKey);
    else if (key === 'ContextMenu' || (altKey && key === 'ArrowDown')) change({ menuAt: fields[column]!.name });
    else if (altKey && key === 'ArrowRight') resize(column, width + resizeStep);
    else if (altKey && key === 'ArrowLeft') resize(column, width - resizeStep);
    else return false;
    return true;
  };
  const handleFormats = onChange
    ? (cells: CellFormat[]) => onChange({ ...drawing, options: { ...drawing.options, cells } })
    : undefined;

  const { rows } = body;
  const handlePick = (row: number, options: { isAdding: boolean }) => {
    const point = row < rows ? pointAt(frame, sourceOf(order, row)) : undefined;
    if (point) onPick?.(point, options);
  };

  const heads = headsOf({ grid, state, change, sort, fit, formats, onFormats: handleFormats });
  const fullHeight = heightFor(rows === 0 ? 3 : rows, heads.length + (body.hasTotals ? 1 : 0), 40);
  return (
    <div
      className={style['grid']}
      style={{ height: height && Math.min(height, fullHeight) }}
      aria-busy={progress !== null}
    >
      <SheetView
        sheet={body}
        heads={heads}
        onPick={onPick && (({ row }, options) => handlePick(row, options))}
        onSelect={(area) => change({ area })}
        onHeadKey={handleHeadKey}
        onResize={resize}
        onFit={fit}
      />
      {rows === 0 && <p className={style['none']}>{t('grid.none')}</p>}
      <GridFoot
        rows={rows}
        isCutOff={frame.isCutOff}
        loadMore={loadMore}
        sorting={progress}
        isExact={state.isExact}
        onExact={
          fields.some((each) => each.role === 'measure' && isNumeric(each))
            ? (isExact) => change({ isExact })
            : undefined
        }
        area={state.area}
        amountAt={(row, column) => (row < rows ? amountOf(values[column]?.[sourceOf(order, row)]) : null)}
      />
    </div>
  );
}
