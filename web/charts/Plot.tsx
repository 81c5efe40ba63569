import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';

import type { Drawing } from '#contract/chart.ts';
import type { Point } from '#contract/dashboard.ts';
import { withEmphasis } from '#display/charts/emphasis.ts';
import { type Drawn, optionsFor } from '#display/charts/picture.ts';
import { meaning } from '#display/charts/points.ts';
import type { Frame, Look } from '#display/frame.ts';
import { type Drawer, loadDrawer, type PlotKind } from './load.ts';
import { hideBand, listenToPicks, type PickHandler, pixelOf, showBand, type Shown } from './picking.ts';
import { useSize } from './size.ts';
import { showTip } from './tip.ts';
import style from './Plot.module.css';

type Props = {
  frame: Frame;
  drawing: Drawing & { kind: PlotKind };
  look: Look;
  height: number;
  picked: Point[];
  onPick?: PickHandler | undefined;
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

const noteHeight = 22;

/** A picture on a canvas. */
export function Plot({ frame, drawing, look, height, picked, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const width = useSize(place);
  const drawer = useDrawer(drawing.kind);
  // Whoever draws again with equal wishes gets no new picture.
  const wish = JSON.stringify(drawing);
  const [notes, setNotes] = useState<string[]>([]);
  // Notes stand below the picture, inside the height that it was given.
  const room = Math.max(80, height - notes.length * noteHeight);
  const chart = useRef<{ drawn: ECharts; stop: () => void } | null>(null);
  const shown = useRef<Shown | null>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
    if (shown.current) shown.current.onPick = onPick;
  });

  useEffect(() => {
    if (!drawer || width === 0) return;
    const element = place.current!;
    chart.current ??= startChart(drawer, element, band.current!, () => shown.current);
    const { kind, options } = JSON.parse(wish) as Props['drawing'];
    const drawn = drawer.draw({
      frame,
      kind,
      options: optionsFor({ kind, options }),
      look,
      width,
      height: room,
      showTip,
      isStill: isStill(),
    });
    shown.current = { frame, drawn, kind, onPick: pick.current };
    const isMeant = picked.length > 0 ? meaning(frame, picked) : null;
    chart.current.drawn.resize({ width, height: room });
    chart.current.drawn.setOption(isMeant ? withEmphasis(drawn, isMeant) : drawn.option, { notMerge: true });
    markAlong(chart.current.drawn, band.current!, { drawn, kind, isMeant });
    element.dataset['drawn'] = kind;
    setNotes(shown.current.drawn.notes);
  }, [drawer, frame, wish, look, width, room, picked]);

  useEffect(
    () => () => {
      chart.current?.stop();
      chart.current?.drawn.dispose();
      chart.current = null;
    },
    [],
  );

  return (
    <>
      <div className={style['frame']}>
        <div ref={place} className={style['plot']} style={{ height: room }} data-pick={onPick !== undefined} />
        <div ref={band} className={style['band']} hidden />
      </div>
      {notes.map((note) => (
        <p key={note} className={style['note']} title={note}>
          {note}
        </p>
      ))}
    </>
  );
}

function startChart(drawer: Drawer, element: HTMLElement, band: HTMLElement, shown: () => Shown | null) {
  const drawn = drawer.init(element, null, { renderer: 'canvas' });
  return { drawn, stop: listenToPicks(drawn, band, shown) };
}

type Marked = { drawn: Drawn; kind: string; isMeant: ((row: number) => boolean) | null };

/** Steps that are picked on a line lie under a band: a line has no parts that could stand out. */
function markAlong(chart: ECharts, band: HTMLElement, { drawn, kind, isMeant }: Marked): void {
  const { along, rows } = drawn;
  hideBand(band);
  if (!isMeant || !along || (kind !== 'line' && kind !== 'area')) return;
  const meant = along.values.flatMap((_, index) =>
    rows.some((own) => typeof own[index] === 'number' && isMeant(own[index])) ? [index] : [],
  );
  if (meant.length === 0 || meant.length === along.values.length) return;
  showBand(band, drawn, pixelOf(chart, along, meant[0]!), pixelOf(chart, along, meant.at(-1)!));
}
