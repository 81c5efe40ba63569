import { lazy, Suspense, useMemo } from 'react';

import type { Drawing } from '#domain/query/chart.ts';
import type { ChartPoint } from '#domain/dashboard/dashboard.ts';
import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import { frameFor, refusalOfDrawing } from '#display/charts/refusal.ts';
import { summaryOf } from '#display/charts/summary.ts';
import type { Frame, Look } from '#display/frame.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './ChartView.module.css';
import { NumberChart } from './NumberChart.tsx';
import type { LoadMore } from '#web/grid/GridFoot.tsx';
import type { PickHandler } from '#web/grid/pick-handler.ts';
import { Plot } from './Plot.tsx';
import { ScreenReaderTable } from './ScreenReaderTable.tsx';
import { useValueWhenDrawn } from './use-value-when-drawn.ts';

const DataGrid = lazy(() => import('#web/grid/DataGrid.tsx').then((module) => ({ default: module.DataGrid })));
const PivotTable = lazy(() => import('#web/grid/PivotTable.tsx').then((module) => ({ default: module.PivotTable })));

type ChartViewProps = {
  frame: Frame;
  drawing: Drawing;
  /** Title of the chart, for screen readers. */
  title: string;
  height?: number;
  /** Whether a newer result is loading and this one is outdated. */
  isStale?: boolean;
  /** Whether changes are animated; with many charts at once, animation would only delay the others. */
  isAnimated?: boolean;
  /** Picked points, which are emphasised, and the handler of picks. */
  picked?: ChartPoint[];
  onPick?: PickHandler | undefined;
  /** Tables only: loads the rows beyond the limit; saves cell formats. */
  loadMore?: LoadMore | undefined;
  onChange?: ((drawing: Drawing) => void) | undefined;
};

const noPoints: ChartPoint[] = [];

/** A result as a chart or table; a message where it cannot be drawn. */
export function ChartView({
  frame: resultFrame,
  drawing,
  title,
  height = 320,
  isStale = false,
  isAnimated = true,
  ...others
}: ChartViewProps) {
  const { picked = noPoints, onPick, ...events } = others;
  const look = useLook();
  const { kind } = drawing;
  const { surface } = chartKindDescriptors[kind];
  const frame = useMemo(() => frameFor(kind, resultFrame), [kind, resultFrame]);
  const { stack = 'none' } = drawing.options;
  const refusal = useMemo(
    () => refusalOfDrawing({ kind, options: { stack } }, frame, look.language),
    [kind, stack, frame, look.language],
  );
  if (refusal) {
    return (
      <div className={style['refusal']} style={{ minHeight: Math.min(height, 200) }}>
        <p>{refusal}</p>
      </div>
    );
  }
  return (
    <div className={style['chart']} data-stale={isStale} aria-busy={isStale}>
      <Suspense fallback={<div className={style['waiting']} style={{ height }} />}>
        {surface === 'table' || surface === 'pivot' ? (
          <ChartTable {...{ frame, drawing, height, picked, onPick }} {...events} />
        ) : (
          <AccessibleChart {...{ frame, drawing, title, look, height, isAnimated, picked, onPick }} />
        )}
      </Suspense>
    </div>
  );
}

type PickProps = Pick<ChartViewProps, 'onPick'> & { picked: ChartPoint[]; height: number };
type ChartTableProps = Pick<ChartViewProps, 'frame' | 'drawing' | 'loadMore' | 'onChange'> & PickProps;

function ChartTable({ loadMore, onChange, ...tableProps }: ChartTableProps) {
  const isPlain = chartKindDescriptors[tableProps.drawing.kind].surface === 'table';
  return isPlain ? (
    <DataGrid {...tableProps} loadMore={loadMore} onChange={onChange} />
  ) : (
    <PivotTable {...tableProps} />
  );
}

type AccessibleChartProps = Pick<ChartViewProps, 'frame' | 'drawing' | 'title'> &
  PickProps & { look: Look; isAnimated: boolean };

/** A chart with a one-line summary, and a table for screen readers. */
function AccessibleChart({ frame, drawing, title, look, height, isAnimated, picked, onPick }: AccessibleChartProps) {
  const current = useMemo(() => ({ frame, kind: drawing.kind }), [frame, drawing.kind]);
  // Content for screen readers is computed after the charts are drawn.
  const drawnChart = useValueWhenDrawn<typeof current | null>(current, null);
  const summary = useMemo(
    () => (drawnChart ? ` ${summaryOf(drawnChart.frame, drawnChart.kind, look)}` : ''),
    [drawnChart, look],
  );
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users focus each chart to hear its summary */}
      <div className={style['picture']} role="img" aria-label={`${title}${summary}`} tabIndex={0}>
        {chartKindDescriptors[drawing.kind].surface === 'number' ? (
          <div style={{ height }}>
            <NumberChart frame={frame} drawing={drawing} look={look} />
          </div>
        ) : (
          // Remounted for another kind, because the canvas keeps its state.
          <Plot
            key={drawing.kind}
            frame={frame}
            drawing={drawing}
            look={look}
            height={height}
            isAnimated={isAnimated}
            picked={picked}
            onPick={onPick}
          />
        )}
      </div>
      {drawnChart && <ScreenReaderTable frame={drawnChart.frame} look={look} title={title} />}
    </>
  );
}
