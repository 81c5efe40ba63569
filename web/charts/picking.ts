import type { ECharts } from 'echarts/core';

import type { PickHandler } from '#web/grid/pick-handler.ts';
import type { PointValue, ChartPoint } from '#domain/dashboard/dashboard.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import { dimensionsOf } from '#display/charts/frame-columns.ts';
import type { ChartAxis, RenderedChart } from '#display/charts/draw-input.ts';
import { pointAt } from '#display/charts/points.ts';
import type { Frame } from '#display/frame.ts';

/** The chart as currently plotted. */
export type PlottedChart = {
  frame: Frame;
  rendered: RenderedChart;
  kind: ChartKind;
  /** As drawn, with emphasis. */
  option: RenderedChart['option'];
  onPick: PickHandler | undefined;
};

type NativePointerEvent = {
  ctrlKey?: boolean;
  metaKey?: boolean;
  shiftKey?: boolean;
  pointerType?: string;
  type?: string;
  button?: number;
};
const isMouse = ({ type, pointerType }: NativePointerEvent) => !type?.startsWith('touch') && pointerType !== 'touch';
const isAdding = (event: NativePointerEvent | undefined) =>
  Boolean(event?.ctrlKey || event?.metaKey || event?.shiftKey);

const pickingOf = (kind: ChartKind) => {
  const descriptor = chartKindDescriptors[kind];
  return 'picking' in descriptor ? descriptor.picking : undefined;
};

/** Lines have no area to click: a click beside them picks the item along the axis. */
export const picksSteps = (kind: ChartKind) => pickingOf(kind) === 'steps';

const isOnAxis = (chart: ECharts, x: number, y: number) => chart.containPixel('grid', [x, y]);

/** The axis item nearest to a pixel. */
function indexAt(chart: ECharts, { moments, values }: ChartAxis, x: number): number {
  const position = chart.convertFromPixel({ xAxisIndex: 0 }, x);
  if (!moments) return Math.max(0, Math.min(values.length - 1, Math.round(position)));
  return moments.reduce(
    (best, at, index) => (Math.abs(at - position) < Math.abs(moments[best]! - position) ? index : best),
    0,
  );
}

/** The pixel position of an axis item. */
export const pixelOf = (chart: ECharts, { moments }: ChartAxis, index: number): number =>
  chart.convertToPixel({ xAxisIndex: 0 }, moments ? moments[index]! : index);

function markBetween({ values }: ChartAxis, from: number, to: number): PointValue | undefined {
  const [first, last] = [values[Math.min(from, to)], values[Math.max(from, to)]];
  if (typeof first !== 'string' || typeof last !== 'string') return undefined;
  return first === last ? first : { from: first, to: last };
}

type ChartHit = { componentType?: string; seriesIndex?: number; dataIndex: number; data?: unknown; value?: unknown };

/** The point of a mark, or of a legend name; lines are picked along their axis instead. */
function pointOf(
  plotted: PlottedChart,
  { componentType, seriesIndex, dataIndex, data, value }: ChartHit,
): ChartPoint | undefined {
  if (componentType === 'legend') return pointOfName(plotted, value as string);
  const { frame, rendered, kind } = plotted;
  if (picksSteps(kind)) return undefined;
  const itemRow = (data as { row?: number | null } | undefined)?.row;
  const row = itemRow ?? rendered.rows[seriesIndex ?? 0]?.[dataIndex];
  return row !== null && row !== undefined ? pointAt(frame, row) : undefined;
}

/**
 * Turns presses on marks and legend names into picks. ECharts loses a click if the chart is redrawn before the button
 * is released, so the point is remembered from the press.
 */
function listenToMarks(chart: ECharts, getPlotted: () => PlottedChart | null): void {
  let pressed: { point: ChartPoint; x: number; y: number } | null = null;
  const zr = chart.getZr();
  // Fires before the handler of a mark.
  zr.on('mousedown', () => {
    pressed = null;
  });
  chart.on('mousedown', (hit) => {
    const plotted = getPlotted();
    const { offsetX: x, offsetY: y, event } = hit.event as unknown as PointerPress;
    const point = plotted?.onPick && !(event as NativePointerEvent).button ? pointOf(plotted, hit) : undefined;
    pressed = point ? { point, x, y } : null;
    // A touch may be the start of a scroll.
    if (point && isMouse(event as NativePointerEvent))
      plotted!.onPick!(point, { isAdding: isAdding(event as NativePointerEvent), before: 'press' });
  });
  zr.on('mouseup', ({ offsetX: x, offsetY: y, event }: PointerPress) => {
    const press = pressed;
    pressed = null;
    if (!press || Math.hypot(x - press.x, y - press.y) >= minBrushPx) return;
    getPlotted()?.onPick?.(press.point, { isAdding: isAdding(event as NativePointerEvent) });
  });
  // Restores the legend item that ECharts hides on click.
  chart.on('legendselectchanged', (event) => {
    const plotted = getPlotted();
    if (plotted?.onPick && pointOfName(plotted, (event as { name: string }).name)) {
      chart.setOption(plotted.option, { notMerge: true });
    }
  });
}

/** A mouse that rests on a mark this long may be about to click it; one that moves just passes over it. */
const restMs = 60;

/** Reports the mark on which the mouse rests, and when it leaves that mark. */
function listenToRest(chart: ECharts, getPlotted: () => PlottedChart | null): () => void {
  let rested: ChartPoint | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (point: ChartPoint, before: 'rest' | 'leave') =>
    getPlotted()?.onPick?.(point, { isAdding: false, before });
  const rest = (hit: ChartHit) => {
    const plotted = getPlotted();
    rested = (plotted && pointOf(plotted, hit)) ?? null;
    if (rested) report(rested, 'rest');
  };
  chart.on('mousemove', (hit) => {
    clearTimeout(timer);
    const { event } = hit.event as unknown as PointerPress;
    if (!rested && isMouse(event as NativePointerEvent)) timer = setTimeout(rest, restMs, hit);
  });
  chart.getZr().on('mousedown', () => clearTimeout(timer));
  chart.on('mouseout', () => {
    clearTimeout(timer);
    if (rested) report(rested, 'leave');
    rested = null;
  });
  return () => clearTimeout(timer);
}

type NamedSeries = { name?: string; data?: unknown };

/** The point of a legend name: a part of a whole, or the values of all dimensions but the axis. */
function pointOfName({ frame, rendered, kind }: PlottedChart, name: string): ChartPoint | undefined {
  const series = (rendered.option.series ?? []) as NamedSeries[];
  if (pickingOf(kind) === 'parts') {
    const index = (series[0]?.data as NamedSeries[] | undefined)?.findIndex((item) => item.name === name) ?? -1;
    const row = rendered.rows[0]?.[index];
    return row === null || row === undefined ? undefined : pointAt(frame, row);
  }
  const row = rendered.rows[series.findIndex((each) => each.name === name)]?.find((each) => each !== null);
  const others = dimensionsOf(frame).map(({ field }) => field.name);
  if (row === null || row === undefined || !rendered.axis) return undefined;
  return pointAt(
    frame,
    row,
    others.filter((each) => each !== rendered.axis!.field),
  );
}

type PointerPress = { offsetX: number; offsetY: number; event: unknown };
const minBrushPx = 6;

/** Dragging along a time axis picks a range; a click on a line picks its step. */
function listenToAxis(chart: ECharts, band: HTMLElement, getPlotted: () => PlottedChart | null): () => void {
  let start: { x: number; isMouse: boolean; hasMoved: boolean } | null = null;
  const zr = chart.getZr();
  const plottedAxis = () => {
    const plotted = getPlotted();
    return plotted?.onPick && plotted.rendered.axis
      ? { ...plotted, along: plotted.rendered.axis, onPick: plotted.onPick }
      : null;
  };
  const handleDown = ({ offsetX: x, offsetY: y, event }: PointerPress) => {
    start =
      plottedAxis() && isOnAxis(chart, x, y)
        ? { x, isMouse: isMouse(event as NativePointerEvent), hasMoved: false }
        : null;
  };
  const handleMove = ({ offsetX: x }: PointerPress) => {
    if (!start?.isMouse || !plottedAxis()?.along.isTime) return;
    start.hasMoved ||= Math.abs(x - start.x) >= minBrushPx;
    if (start.hasMoved) showBand(band, getPlotted()!.rendered, start.x, x);
  };
  const handleUp = ({ offsetX: x, event }: PointerPress) => {
    const [press, current] = [start, plottedAxis()];
    start = null;
    if (!press || !current) return;
    const { along: chartAxis, kind, onPick } = current;
    const [from, to] = [press.x, x].map((each) => indexAt(chart, chartAxis, each));
    const mark = press.hasMoved ? markBetween(chartAxis, from!, to!) : chartAxis.values[to!];
    if (press.hasMoved) hideBand(band);
    if (mark === undefined || (!press.hasMoved && !picksSteps(kind))) return;
    onPick({ [chartAxis.field]: mark as PointValue }, { isAdding: isAdding(event as NativePointerEvent) });
  };
  // Releasing the button outside the chart cancels the pick.
  const handleReleaseOutside = () => {
    if (start?.hasMoved) hideBand(band);
    start = null;
  };
  zr.on('mousedown', handleDown);
  zr.on('mousemove', handleMove);
  zr.on('mouseup', handleUp);
  window.addEventListener('mouseup', handleReleaseOutside);
  return () => window.removeEventListener('mouseup', handleReleaseOutside);
}

type GridInsets = { top?: number; bottom?: number };

/** Shows the band between two pixel positions, as high as the plot. */
export function showBand(band: HTMLElement, { option }: RenderedChart, from: number, to: number): void {
  const { top = 0, bottom = 0 } = (option.grid ?? {}) as GridInsets;
  band.hidden = false;
  band.style.top = `${top}px`;
  band.style.bottom = `${bottom}px`;
  band.style.left = `${Math.min(from, to)}px`;
  band.style.width = `${Math.max(2, Math.abs(to - from))}px`;
}

export function hideBand(band: HTMLElement): void {
  band.hidden = true;
}

/** Reports picks on a chart; returns a function that stops it. */
export function listenToPicks(chart: ECharts, band: HTMLElement, getPlotted: () => PlottedChart | null): () => void {
  listenToMarks(chart, getPlotted);
  const stops = [listenToRest(chart, getPlotted), listenToAxis(chart, band, getPlotted)];
  return () => stops.forEach((stop) => stop());
}
