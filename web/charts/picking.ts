import type { ECharts } from 'echarts/core';

import type { Mark, Point } from '#contract/dashboard.ts';
import { dimensionsOf } from '#display/charts/columns.ts';
import type { Along, Drawn } from '#display/charts/picture.ts';
import { pointAt } from '#display/charts/points.ts';
import type { Frame } from '#display/frame.ts';

/** Whether a point joins those that are picked already, and whether it is: while a button is only pressed it will be. */
type How = { isAdding: boolean; isPressed?: boolean };

/** A point of the picture was meant. */
export type PickHandler = (point: Point, how: How) => void;

/** The picture as it is now. */
export type Shown = {
  frame: Frame;
  drawn: Drawn;
  kind: string;
  /** As it was drawn, with what stands out in it. */
  option: Drawn['option'];
  onPick: PickHandler | undefined;
};

type Native = {
  ctrlKey?: boolean;
  metaKey?: boolean;
  shiftKey?: boolean;
  pointerType?: string;
  type?: string;
  button?: number;
};
const isMouse = ({ type, pointerType }: Native) => !type?.startsWith('touch') && pointerType !== 'touch';
const isAdding = (event: Native | undefined) => Boolean(event?.ctrlKey || event?.metaKey || event?.shiftKey);

/** Lines have no bodies to click: whoever clicks beside them means the place along the axis. */
const isLine = (kind: string) => kind === 'line' || kind === 'area';

const isOnAxis = (chart: ECharts, x: number, y: number) => chart.containPixel('grid', [x, y]);

/** The item of the axis that is nearest to a pixel. */
function indexAt(chart: ECharts, { moments, values }: Along, x: number): number {
  const place = chart.convertFromPixel({ xAxisIndex: 0 }, x);
  if (!moments) return Math.max(0, Math.min(values.length - 1, Math.round(place)));
  return moments.reduce(
    (best, at, index) => (Math.abs(at - place) < Math.abs(moments[best]! - place) ? index : best),
    0,
  );
}

/** The pixels of an item of the axis. */
export const pixelOf = (chart: ECharts, { moments }: Along, index: number): number =>
  chart.convertToPixel({ xAxisIndex: 0 }, moments ? moments[index]! : index);

function markBetween({ values }: Along, from: number, to: number): Mark | undefined {
  const [first, last] = [values[Math.min(from, to)], values[Math.max(from, to)]];
  if (typeof first !== 'string' || typeof last !== 'string') return undefined;
  return first === last ? first : { from: first, to: last };
}

type Hit = { componentType?: string; seriesIndex?: number; dataIndex: number; data?: unknown; value?: unknown };

/** What a mark of the picture, or a name in its legend, stands for; a line is meant by the place along its axis. */
function pointOf(now: Shown, { componentType, seriesIndex, dataIndex, data, value }: Hit): Point | undefined {
  if (componentType === 'legend') return pointOfName(now, value as string);
  const { frame, drawn, kind } = now;
  if (isLine(kind)) return undefined;
  const own = (data as { row?: number | null } | undefined)?.row;
  const row = own ?? drawn.rows[seriesIndex ?? 0]?.[dataIndex];
  return row !== null && row !== undefined ? pointAt(frame, row) : undefined;
}

/**
 * Presses on what is drawn, and on names in the legend, become picks. A click of the library is lost if the picture is
 * drawn anew before the button is let go, so what was meant is kept from the moment it was pressed.
 */
function listenToMarks(chart: ECharts, shown: () => Shown | null): void {
  let pressed: { point: Point; x: number; y: number } | null = null;
  const zr = chart.getZr();
  // Comes before what tells of a mark.
  zr.on('mousedown', () => {
    pressed = null;
  });
  chart.on('mousedown', (hit) => {
    const now = shown();
    const { offsetX: x, offsetY: y, event } = hit.event as unknown as Pressed;
    const point = now?.onPick && !(event as Native).button ? pointOf(now, hit) : undefined;
    pressed = point ? { point, x, y } : null;
    // A finger may be about to scroll.
    if (point && isMouse(event as Native))
      now!.onPick!(point, { isAdding: isAdding(event as Native), isPressed: true });
  });
  zr.on('mouseup', ({ offsetX: x, offsetY: y, event }: Pressed) => {
    const begun = pressed;
    pressed = null;
    if (!begun || Math.hypot(x - begun.x, y - begun.y) >= leastBrush) return;
    shown()?.onPick?.(begun.point, { isAdding: isAdding(event as Native) });
  });
  // Whoever picks a name does not want it to vanish, which is what the library does with it.
  chart.on('legendselectchanged', (event) => {
    const now = shown();
    if (now?.onPick && pointOfName(now, (event as { name: string }).name)) {
      chart.setOption(now.option, { notMerge: true });
    }
  });
}

type Named = { name?: string; data?: unknown };

/** What a name in the legend stands for: a part of a whole, or the values of all dimensions but the axis. */
function pointOfName({ frame, drawn, kind }: Shown, name: string): Point | undefined {
  const series = (drawn.option.series ?? []) as Named[];
  if (kind === 'pie' || kind === 'ring') {
    const index = (series[0]?.data as Named[] | undefined)?.findIndex((item) => item.name === name) ?? -1;
    const row = drawn.rows[0]?.[index];
    return row === null || row === undefined ? undefined : pointAt(frame, row);
  }
  const row = drawn.rows[series.findIndex((each) => each.name === name)]?.find((each) => each !== null);
  const others = dimensionsOf(frame).map(({ field }) => field.name);
  if (row === null || row === undefined || !drawn.along) return undefined;
  return pointAt(
    frame,
    row,
    others.filter((each) => each !== drawn.along!.field),
  );
}

type Pressed = { offsetX: number; offsetY: number; event: unknown };
const leastBrush = 6;

/** Who draws across a picture along time means all between; a plain click on a line means its step. */
function listenToAxis(chart: ECharts, band: HTMLElement, shown: () => Shown | null): () => void {
  let start: { x: number; isMouse: boolean; hasMoved: boolean } | null = null;
  const zr = chart.getZr();
  const axis = () => {
    const now = shown();
    return now?.onPick && now.drawn.along ? { ...now, along: now.drawn.along, onPick: now.onPick } : null;
  };
  const handleDown = ({ offsetX: x, offsetY: y, event }: Pressed) => {
    start = axis() && isOnAxis(chart, x, y) ? { x, isMouse: isMouse(event as Native), hasMoved: false } : null;
  };
  const handleMove = ({ offsetX: x }: Pressed) => {
    if (!start?.isMouse || !axis()?.along.isTime) return;
    start.hasMoved ||= Math.abs(x - start.x) >= leastBrush;
    if (start.hasMoved) showBand(band, shown()!.drawn, start.x, x);
  };
  const handleUp = ({ offsetX: x, event }: Pressed) => {
    const [begun, now] = [start, axis()];
    start = null;
    if (!begun || !now) return;
    const { along, kind, onPick } = now;
    const [from, to] = [begun.x, x].map((each) => indexAt(chart, along, each));
    const mark = begun.hasMoved ? markBetween(along, from!, to!) : along.values[to!];
    if (begun.hasMoved) hideBand(band);
    if (mark === undefined || (!begun.hasMoved && !isLine(kind))) return;
    onPick({ [along.field]: mark as Mark }, { isAdding: isAdding(event as Native) });
  };
  // Whoever lets go elsewhere has not meant it.
  const handleAway = () => {
    if (start?.hasMoved) hideBand(band);
    start = null;
  };
  zr.on('mousedown', handleDown);
  zr.on('mousemove', handleMove);
  zr.on('mouseup', handleUp);
  window.addEventListener('mouseup', handleAway);
  return () => window.removeEventListener('mouseup', handleAway);
}

type Room = { top?: number; bottom?: number };

/** Lays the band over what is drawn between two places, as high as the axes are. */
export function showBand(band: HTMLElement, { option }: Drawn, from: number, to: number): void {
  const { top = 0, bottom = 0 } = (option.grid ?? {}) as Room;
  band.hidden = false;
  band.style.top = `${top}px`;
  band.style.bottom = `${bottom}px`;
  band.style.left = `${Math.min(from, to)}px`;
  band.style.width = `${Math.max(2, Math.abs(to - from))}px`;
}

export function hideBand(band: HTMLElement): void {
  band.hidden = true;
}

/** Tells of whatever is meant on a picture; gives how to stop. */
export function listenToPicks(chart: ECharts, band: HTMLElement, shown: () => Shown | null): () => void {
  listenToMarks(chart, shown);
  return listenToAxis(chart, band, shown);
}
