import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';

import type { Drawing } from '#contract/chart.ts';
import { type Drawn, optionsFor } from '#display/charts/picture.ts';
import type { Frame, Look } from '#display/frame.ts';
import { type Drawer, loadDrawer, type PlotKind } from './load.ts';
import { useSize } from './size.ts';
import { showTip } from './tip.ts';
import style from './Plot.module.css';

type Props = {
  frame: Frame;
  drawing: Drawing & { kind: PlotKind };
  look: Look;
  height: number;
  onPick?: ((row: number) => void) | undefined;
};

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What draws a kind, once it is here; a failure to fetch it is left to the boundary around. */
function useDrawer(kind: PlotKind): Drawer | null {
  const [loaded, setLoaded] = useState<{ kind: PlotKind; drawer: Drawer } | { error: unknown } | null>(null);
  useEffect(() => {
    let isWanted = true;
    loadDrawer(kind).then(
      (drawer) => isWanted && setLoaded({ kind, drawer }),
      (error: unknown) => isWanted && setLoaded({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [kind]);
  if (loaded && 'error' in loaded) throw loaded.error;
  return loaded?.kind === kind ? loaded.drawer : null;
}

/** A picture on a canvas. */
export function Plot({ frame, drawing, look, height, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const width = useSize(place);
  const drawer = useDrawer(drawing.kind);
  // Whoever draws again with equal wishes gets no new picture.
  const wish = JSON.stringify(drawing);
  const [notes, setNotes] = useState<string[]>([]);
  const chart = useRef<ECharts | null>(null);
  const drawn = useRef<Drawn | null>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });

  useEffect(() => {
    if (!drawer || width === 0) return;
    const element = place.current!;
    chart.current ??= startChart(drawer, element, (series, item, own) => {
      const row = own ?? drawn.current?.rows[series]?.[item];
      if (row !== null && row !== undefined) pick.current?.(row);
    });
    const { kind, options } = JSON.parse(wish) as Props['drawing'];
    drawn.current = drawer.draw({
      frame,
      kind,
      options: optionsFor({ kind, options }),
      look,
      width,
      height,
      showTip,
      isStill: isStill(),
    });
    chart.current.resize({ width, height });
    chart.current.setOption(drawn.current.option, { notMerge: true });
    element.dataset['drawn'] = kind;
    setNotes(drawn.current.notes);
  }, [drawer, frame, wish, look, width, height]);

  useEffect(
    () => () => {
      chart.current?.dispose();
      chart.current = null;
    },
    [],
  );

  return (
    <>
      <div ref={place} className={style['plot']} style={{ height }} data-pick={onPick !== undefined} />
      {notes.map((note) => (
        <p key={note} className={style['note']}>
          {note}
        </p>
      ))}
    </>
  );
}

function startChart(
  drawer: Drawer,
  element: HTMLElement,
  handlePick: (series: number, item: number, row?: number | null) => void,
): ECharts {
  const chart = drawer.init(element, null, { renderer: 'canvas' });
  chart.on('click', ({ seriesIndex, dataIndex, data }) => {
    handlePick(seriesIndex ?? 0, dataIndex, (data as { row?: number | null } | undefined)?.row);
  });
  return chart;
}
