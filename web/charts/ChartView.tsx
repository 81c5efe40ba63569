import { lazy, Suspense } from 'react';

import type { Drawing } from '#contract/chart.ts';
import { refusalOf } from '#display/charts/kinds.ts';
import type { Frame, Look } from '#display/frame.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './ChartView.module.css';
import { Figure } from './Figure.tsx';
import type { LoadMore } from './grid/GridFoot.tsx';
import type { PlotKind } from './load.ts';
import { Plot } from './Plot.tsx';

const DataGrid = lazy(() => import('./grid/DataGrid.tsx').then((module) => ({ default: module.DataGrid })));
const PivotTable = lazy(() => import('./grid/PivotTable.tsx').then((module) => ({ default: module.PivotTable })));

type Props = {
  frame: Frame;
  drawing: Drawing;
  /** What the picture is of, for people who cannot see it. */
  title: string;
  height?: number;
  /** Whether another answer is on its way and this one is the last. */
  isStale?: boolean;
  /** Called with the row of the frame that was clicked. */
  onPick?: ((row: number) => void) | undefined;
  /** A table: how the rows that did not come along are read, and who remembers the colours of its cells. */
  loadMore?: LoadMore | undefined;
  onChange?: ((drawing: Drawing) => void) | undefined;
};

/** An answer as a picture. */
export function ChartView({ frame, drawing, title, height = 320, isStale = false, ...events }: Props) {
  const look = useLook();
  const refusal = refusalOf(drawing.kind, frame, look.language);
  if (refusal) {
    return (
      <div className={style['refusal']} style={{ minHeight: Math.min(height, 200) }}>
        <p>{refusal}</p>
      </div>
    );
  }
  return (
    <div className={style['chart']} data-stale={isStale} aria-busy={isStale} data-title={title}>
      <Suspense fallback={<div className={style['waiting']} style={{ height }} />}>
        <Drawn frame={frame} drawing={drawing} look={look} height={height} {...events} />
      </Suspense>
    </div>
  );
}

type DrawnProps = Pick<Props, 'frame' | 'drawing' | 'onPick' | 'loadMore' | 'onChange'> & {
  look: Look;
  height: number;
};

function Drawn({ look, onPick, loadMore, onChange, ...shown }: DrawnProps) {
  const { frame, drawing, height } = shown;
  if (drawing.kind === 'table') return <DataGrid {...shown} onPick={onPick} loadMore={loadMore} onChange={onChange} />;
  if (drawing.kind === 'pivot') return <PivotTable {...shown} />;
  if (drawing.kind === 'figure') {
    return (
      <div style={{ height }}>
        <Figure frame={frame} drawing={drawing} look={look} />
      </div>
    );
  }
  const plot = drawing as Drawing & { kind: PlotKind };
  return <Plot frame={frame} drawing={plot} look={look} height={height} onPick={onPick} />;
}
