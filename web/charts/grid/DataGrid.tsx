import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { CellFormat, Drawing } from '#contract/chart.ts';
import type { Point } from '#contract/dashboard.ts';
import { meaning, pointAt } from '#display/charts/points.ts';
import { amountOf } from '#display/format/amount.ts';
import { isNumeric } from '#display/tables/columns.ts';
import type { Frame } from '#display/frame.ts';
import type { PickHandler } from '#web/charts/picking.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './DataGrid.module.css';
import { fitColumn, fullFit, useColumns } from './grid-columns.ts';
import { bodyOf, sourceOf } from './grid-sheet.ts';
import { useGridState } from './grid-state.ts';
import { GridFoot, type LoadMore } from './GridFoot.tsx';
import { headsOf } from './GridHeads.tsx';
import { answerHeadKey } from './head-keys.ts';
import { widthWithin } from './Resizer.tsx';
import { heightFor, SheetView } from './SheetView.tsx';
import { useSorted } from './sorted.ts';
import { nextSortings } from './sorting.ts';

type Props = {
  frame: Frame;
  drawing: Drawing;
  /** How high it is; else as high as its place. */
  height?: number;
  /** Whether numbers are exact until someone says otherwise. */
  startsExact?: boolean;
  /** The points whose rows stand out, and who is told of another one: by a click or Enter. */
  picked?: Point[];
  onPick?: PickHandler | undefined;
  /** How the rows that did not come along are read. */
  loadMore?: LoadMore | undefined;
  /** Cells can be coloured if there is someone to remember it. */
  onChange?: ((drawing: Drawing) => void) | undefined;
};

const noFormats: CellFormat[] = [];

/** An answer as a table that can be sorted, arranged and copied, whatever its length. */
export function DataGrid({ frame, drawing, height, startsExact = false, ...events }: Props) {
  const { t } = useTranslation();
  const { picked, onPick, loadMore, onChange } = events;
  const look = useLook();
  const [state, change] = useGridState({ isExact: startsExact });
  const formats = drawing.options.cells ?? noFormats;
  const { order, progress } = useSorted(frame, state.sortings, look.language);
  const grid = useColumns(frame, { state, look, formats });
  const { fields, values } = grid;
  const isPicked = useMemo(() => (picked && picked.length > 0 ? meaning(frame, picked) : null), [frame, picked]);
  const { language } = look;
  const body = useMemo(
    () => bodyOf({ frame, grid, order, isPicked, t, language }),
    [frame, grid, order, isPicked, t, language],
  );

  const sort = (column: number, keepsOthers: boolean) => {
    const field = fields[column]!;
    const isDownFirst = isNumeric(field) && field.role === 'measure';
    change((now) => ({ sortings: nextSortings(now.sortings, field.name, keepsOthers, isDownFirst) }));
  };
  const resize = (column: number, width: number) =>
    change((now) => ({ widths: { ...now.widths, [fields[column]!.name]: widthWithin(width) } }));
  const fit = (column: number) => resize(column, fitColumn(grid, column, fullFit));
  const openMenu = (column: number) => change({ menuAt: fields[column]!.name });
  const handleFormats = onChange
    ? (cells: CellFormat[]) => onChange({ ...drawing, options: { ...drawing.options, cells } })
    : undefined;

  const { rows } = body;
  const handlePick = (row: number, how: { isAdding: boolean }) => {
    const point = row < rows ? pointAt(frame, sourceOf(order, row)) : undefined;
    if (point) onPick?.(point, how);
  };

  const heads = headsOf({ grid, state, change, sort, fit, formats, onFormats: handleFormats });
  const needed = heightFor(rows === 0 ? 3 : rows, heads.length + (body.foot ? 1 : 0), 40);
  return (
    <div className={style['grid']} style={{ height: height && Math.min(height, needed) }} aria-busy={progress !== null}>
      <SheetView
        sheet={body}
        heads={heads}
        onPick={onPick && (({ row }, how) => handlePick(row, how))}
        onSelect={(area) => change({ area })}
        onHeadKey={(head, event) => answerHeadKey({ sort, resize, openMenu }, head, event)}
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
