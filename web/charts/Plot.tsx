import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';

import type { Drawing } from '#contract/chart.ts';
import type { Point } from '#contract/dashboard.ts';
import { withEmphasis } from '#display/charts/emphasis.ts';
import { type Drawn, optionsFor, type Picture } from '#display/charts/picture.ts';
import { meaning } from '#display/charts/points.ts';
import type { Frame, Look } from '#display/frame.ts';
import { type Drawer, loadDrawer, type PlotKind } from './load.ts';
import { hideBand, listenToPicks, type PickHandler, pixelOf, showBand, type Shown } from './picking.ts';
import { useSize } from './size.ts';
import { showTip } from './tip.ts';
import { drawInTurn } from './turns.ts';
import style from './Plot.module.css';

type Props = {
  frame: Frame;
  drawing: Drawing & { kind: PlotKind };
  look: Look;
  height: number;
  moves: boolean;
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
export function Plot({ frame, drawing, look, height, moves, picked, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const width = useSize(place);
  const drawer = useDrawer(drawing.kind);
  // Whoever draws again with equal wishes gets no new picture.
  const wish = JSON.stringify(drawing);
  const [notes, setNotes] = useState<string[]>([]);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // What goes wrong in its turn is left to the boundary around.
  if (failure) throw failure.error;
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
    if (!drawer || width === 0) return undefined;
    const { kind, options } = JSON.parse(wish) as Props['drawing'];
    const size = { width, height: room };
    const picture = {
      frame,
      kind,
      options: optionsFor({ kind, options }),
      look,
      ...size,
      isStill: !moves || isStill(),
    };
    const element = place.current!;
    element.dataset['due'] = 'true';
    return drawInTurn(() => {
      try {
        chart.current ??= startChart(drawer, element, band.current!, () => shown.current);
        const { drawn: canvas } = chart.current;
        shown.current = paint(canvas, band.current!, { drawer, picture, picked, before: shown.current });
        shown.current.onPick = pick.current;
        element.dataset['drawn'] = kind;
        delete element.dataset['due'];
        setNotes(shown.current.drawn.notes);
      } catch (error) {
        setFailure({ error });
      }
    });
  }, [drawer, frame, wish, look, width, room, moves, picked]);

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

type Painting = { drawer: Drawer; picture: Omit<Picture, 'showTip'>; picked: Point[]; before: Shown | null };

function paint(canvas: ECharts, band: HTMLElement, { drawer, picture, picked, before }: Painting): Shown {
  const { frame, kind, width, height } = picture;
  const drawn = drawer.draw({ ...picture, showTip });
  const isMeant = picked.length > 0 ? meaning(frame, picked) : null;
  const option = isMeant ? withEmphasis(drawn, isMeant) : drawn.option;
  fit(canvas, width, height);
  canvas.setOption(option, { replaceMerge: partsOf({ ...before?.option, ...option }) });
  markAlong(canvas, band, { drawn, kind, isMeant });
  return { frame, drawn, kind, option, onPick: undefined };
}

const parts = ['series', 'xAxis', 'yAxis', 'grid', 'legend', 'visualMap', 'graphic', 'radar', 'calendar', 'geo'];

/** What is made anew: all but the tooltip, as making one measures the whole page. */
const partsOf = (option: object): string[] => parts.filter((part) => part in option);

// Even to the same size it would draw everything once more.
function fit(chart: ECharts, width: number, height: number): void {
  if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height });
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
