import { lazy, Suspense, useMemo } from 'react';

import type { Drawing } from '#contract/chart.ts';
import type { Point } from '#contract/dashboard.ts';
import { frameFor, refusalOfDrawing } from '#display/charts/kinds.ts';
import { summaryOf } from '#display/charts/summary.ts';
import type { Frame, Look } from '#display/frame.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './ChartView.module.css';
import { Figure } from './Figure.tsx';
import type { LoadMore } from './grid/GridFoot.tsx';
import type { PlotKind } from './load.ts';
import type { PickHandler } from './picking.ts';
import { Plot } from './Plot.tsx';
import { SpokenTable } from './SpokenTable.tsx';

const DataGrid = lazy(() => import('./grid/DataGrid.tsx').then((module) => ({ default: module.DataGrid })));
const PivotTable = lazy(() => import('./grid/PivotTable.tsx').then((module) => ({ default: module.PivotTable })));

type Props = {
  frame: Frame;
  drawing: Drawing;
  /** What the picture is of. */
  title: string;
  height?: number;
  /** Whether another answer is on its way and this one is the last. */
  isStale?: boolean;
  /** Whether it moves to show what changed; among many that change at once it would only delay the others. */
  moves?: boolean;
  /** The points that stand out, and who is told of another one that was meant. */
  picked?: Point[];
  onPick?: PickHandler | undefined;
  /** A table: how the rows that did not come along are read, and who remembers the colours of its cells. */
  loadMore?: LoadMore | undefined;
  onChange?: ((drawing: Drawing) => void) | undefined;
};

const none: Point[] = [];

/** An answer as a picture or a table; a sentence where it cannot be one. */
export function ChartView({
  frame: answered,
  drawing,
  title,
  height = 320,
  isStale = false,
  moves = true,
  ...others
}: Props) {
  const { picked = none, onPick, ...events } = others;
  const look = useLook();
  const { kind } = drawing;
  const frame = useMemo(() => frameFor(kind, answered), [kind, answered]);
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
  const isTable = drawing.kind === 'table' || drawing.kind === 'pivot';
  return (
    <div className={style['chart']} data-stale={isStale} aria-busy={isStale}>
      <Suspense fallback={<div className={style['waiting']} style={{ height }} />}>
        {isTable ? (
          <Table {...{ frame, drawing, height, picked, onPick }} {...events} />
        ) : (
          <Drawn {...{ frame, drawing, title, look, height, moves, picked, onPick }} />
        )}
      </Suspense>
    </div>
  );
}

type Picking = Pick<Props, 'onPick'> & { picked: Point[]; height: number };
type TableProps = Pick<Props, 'frame' | 'drawing' | 'loadMore' | 'onChange'> & Picking;

function Table({ loadMore, onChange, ...shown }: TableProps) {
  const isPlain = shown.drawing.kind === 'table';
  return isPlain ? <DataGrid {...shown} loadMore={loadMore} onChange={onChange} /> : <PivotTable {...shown} />;
}

type DrawnProps = Pick<Props, 'frame' | 'drawing' | 'title'> & Picking & { look: Look; moves: boolean };

/** A picture that is said in a sentence, and in a table that only screen readers find. */
function Drawn({ frame, drawing, title, look, height, moves, picked, onPick }: DrawnProps) {
  const summary = useMemo(() => summaryOf(frame, drawing.kind, look), [frame, drawing.kind, look]);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people on keyboards come to each picture and hear it */}
      <div className={style['picture']} role="img" aria-label={`${title} ${summary}`} tabIndex={0}>
        {drawing.kind === 'figure' ? (
          <div style={{ height }}>
            <Figure frame={frame} drawing={drawing} look={look} />
          </div>
        ) : (
          // A canvas knows only what was there when it was made: another kind has another one.
          <Plot
            key={drawing.kind}
            frame={frame}
            drawing={drawing as Drawing & { kind: PlotKind }}
            look={look}
            height={height}
            moves={moves}
            picked={picked}
            onPick={onPick}
          />
        )}
      </div>
      <SpokenTable frame={frame} look={look} title={title} />
    </>
  );
}
