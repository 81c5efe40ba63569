import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';

import type { Drawing } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { ChartPoint } from '#domain/dashboard/dashboard.ts';
import { withEmphasis } from '#display/charts/emphasis.ts';
import { type RenderedChart, optionsFor, type DrawInput } from '#display/charts/draw-input.ts';
import { rowMatcherOf } from '#display/charts/points.ts';
import type { Frame, Look } from '#display/frame.ts';
import { type Drawer, loadDrawer, loadedDrawer } from './load-drawer.ts';
import { hideBand, listenToPicks, picksSteps, pixelOf, showBand, type PlottedChart } from './picking.ts';
import type { PickHandler } from '#web/grid/pick-handler.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { showTip } from './tooltip-element.ts';
import { enqueueDraw } from './draw-queue.ts';
import style from './Plot.module.css';

type PlotProps = {
  frame: Frame;
  drawing: Drawing;
  look: Look;
  height: number;
  isAnimated: boolean;
  picked: ChartPoint[];
  onPick?: PickHandler | undefined;
};

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The drawer of a kind once loaded; a failed load is thrown to the error boundary. */
function useDrawer(kind: ChartKind): Drawer | undefined {
  const [, setLoaded] = useState<ChartKind>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const drawer = loadedDrawer(kind);
  useEffect(() => {
    if (drawer) return undefined;
    let isCurrent = true;
    loadDrawer(kind).then(
      () => isCurrent && setLoaded(kind),
      (error: unknown) => isCurrent && setFailure({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [kind, drawer]);
  if (failure) throw failure.error;
  return drawer;
}

const noteHeight = 22;

/** A chart on a canvas. */
export function Plot({ frame, drawing, look, height, isAnimated, picked, onPick }: PlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const drawer = useDrawer(drawing.kind);
  // Serialized, so that an equal drawing does not redraw the chart.
  const drawingKey = JSON.stringify(drawing);
  const [notes, setNotes] = useState<string[]>([]);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // An error in the draw queue is thrown to the error boundary.
  if (failure) throw failure.error;
  // Notes are below the chart, within the given height.
  const plotHeight = Math.max(80, height - notes.length * noteHeight);
  const chart = useRef<StartedChart | null>(null);
  const plotted = useRef<PlottedChart | null>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
    if (plotted.current) plotted.current.onPick = onPick;
  });

  useEffect(() => {
    if (!drawer || width === 0) return undefined;
    const { kind, options } = JSON.parse(drawingKey) as PlotProps['drawing'];
    const size = { width, height: plotHeight };
    const input = {
      frame,
      kind,
      options: optionsFor({ kind, options }),
      look,
      ...size,
      isStatic: !isAnimated || prefersReducedMotion(),
    };
    const element = container.current!;
    element.dataset['due'] = 'true';
    const draw = () => {
      try {
        chart.current ??= startChart(drawer, element, band.current!, () => plotted.current);
        plotted.current = paint(chart.current, band.current!, { drawer, input, picked, before: plotted.current });
        plotted.current.onPick = pick.current;
        element.dataset['drawn'] = kind;
        delete element.dataset['due'];
        const drawnNotes = plotted.current.rendered.notes;
        // Equal notes do not render the plot again.
        setNotes((now) => (now.join('\n') === drawnNotes.join('\n') ? now : drawnNotes));
      } catch (error) {
        setFailure({ error });
      }
    };
    return enqueueDraw(draw, { isRedraw: chart.current !== null });
  }, [drawer, frame, drawingKey, look, width, plotHeight, isAnimated, picked]);

  useEffect(
    () => () => {
      chart.current?.stop();
      chart.current?.instance.dispose();
      chart.current = null;
    },
    [],
  );

  return (
    <>
      <div className={style['frame']}>
        <div
          ref={container}
          className={style['plot']}
          style={{ height: plotHeight }}
          data-pick={onPick !== undefined}
        />
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

type PaintInput = {
  drawer: Drawer;
  input: Omit<DrawInput, 'showTip'>;
  picked: ChartPoint[];
  before: PlottedChart | null;
};

function paint(
  { instance: chart, hasTooltip }: StartedChart,
  band: HTMLElement,
  { drawer, input, picked, before }: PaintInput,
): PlottedChart {
  const { frame, kind, width, height } = input;
  const rendered = drawer.draw({ ...input, showTip });
  const isPicked = picked.length > 0 ? rowMatcherOf(frame, picked) : null;
  const option = isPicked ? withEmphasis(rendered, isPicked) : rendered.option;
  resizeIfNeeded(chart, width, height);
  const { tooltip, ...others } = option;
  const current = hasTooltip ? { ...others, tooltip } : others;
  chart.setOption(current, { replaceMerge: replacedPartsOf({ ...before?.option, ...option }) });
  markPickedSteps(chart, band, { rendered, kind, isPicked });
  return { frame, rendered, kind, option, onPick: undefined };
}

const replacedParts = [
  'series',
  'xAxis',
  'yAxis',
  'grid',
  'legend',
  'visualMap',
  'graphic',
  'radar',
  'calendar',
  'geo',
];

/** Option parts that are replaced: all but the tooltip, since creating one measures the whole page. */
const replacedPartsOf = (option: object): string[] => replacedParts.filter((part) => part in option);

// ECharts redraws everything on resize, even to the same size.
function resizeIfNeeded(chart: ECharts, width: number, height: number): void {
  if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height });
}

type StartedChart = { instance: ECharts; stop: () => void; hasTooltip: boolean };

function startChart(
  drawer: Drawer,
  element: HTMLElement,
  band: HTMLElement,
  getPlotted: () => PlottedChart | null,
): StartedChart {
  const instance = drawer.init(element, null, { renderer: 'canvas' });
  const started = { instance, stop: listenToPicks(instance, band, getPlotted), hasTooltip: false };
  // Creating a tooltip measures the whole page, so it waits for a pointer.
  const addTooltip = () => {
    started.hasTooltip = true;
    const { tooltip } = getPlotted()?.option ?? {};
    if (tooltip && !instance.isDisposed()) instance.setOption({ tooltip });
  };
  element.addEventListener('pointerenter', addTooltip, { once: true });
  return started;
}

type BandInput = { rendered: RenderedChart; kind: ChartKind; isPicked: ((row: number) => boolean) | null };

/** Marks picked steps of a line with a band: a line has no items to emphasise. */
function markPickedSteps(chart: ECharts, band: HTMLElement, { rendered, kind, isPicked }: BandInput): void {
  const { axis, rows } = rendered;
  hideBand(band);
  if (!isPicked || !axis || !picksSteps(kind)) return;
  const pickedIndexes = axis.values.flatMap((_, index) =>
    rows.some((seriesRows) => typeof seriesRows[index] === 'number' && isPicked(seriesRows[index])) ? [index] : [],
  );
  if (pickedIndexes.length === 0 || pickedIndexes.length === axis.values.length) return;
  showBand(band, rendered, pixelOf(chart, axis, pickedIndexes[0]!), pixelOf(chart, axis, pickedIndexes.at(-1)!));
}
