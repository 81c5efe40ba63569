import type { ScatterSeriesOption } from 'echarts';

import { amountOf } from '#display/format/amount.ts';
import { amountAxis, amountWidth, logAxis } from './axis.ts';
import { colouredBy, dimensionsOf, type MeasureColumn, measuresOf, rowCountOf } from './columns.ts';
import { inkOf } from './ink.ts';
import { clip } from './lettering.ts';
import { tickCount } from './line.ts';
import { colourAt, coloursOf } from './palette.ts';
import { rowName } from './parts.ts';
import type { Drawn, Picture } from './picture.ts';
import { itemName } from './series.ts';
import { legendFor, legendHeight, stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { measureRows } from './tips.ts';
import { ticksFor } from './ticks.ts';

const manyPoints = 3000;
const mostGroups = 10;

type Point = { row: number; x: number; y: number; size: number };
type Group = { name: string; colour: string; points: Point[] };

function pointsOf(frame: Picture['frame'], [x, y, size]: MeasureColumn[]): Point[] {
  const points: Point[] = [];
  for (let row = 0; row < rowCountOf(frame); row += 1) {
    const [across, up] = [amountOf(x!.values[row]), amountOf(y!.values[row])];
    if (across === null || up === null) continue;
    points.push({ row, x: across, y: up, size: size ? Math.max(amountOf(size.values[row]) ?? 0, 0) : 0 });
  }
  return points;
}

/** Points of one colour: by the values of the last dimension, if they are few and there are others to name a point by. */
function groupsOf(picture: Picture, points: Point[]): Group[] {
  const { frame, look } = picture;
  const dimensions = dimensionsOf(frame);
  const last = dimensions.length > 1 ? dimensions.at(-1)! : undefined;
  const values = last ? [...new Set(points.map(({ row }) => last.values[row]))] : [];
  if (!last || values.length > mostGroups || values.length < 2)
    return [{ name: '', colour: colourAt(0, look), points }];
  const colours = coloursOf(
    values.map((value) => ({ value, isRest: false })),
    look,
    colouredBy([last]),
  );
  return values.map((value, index) => ({
    name: itemName({ value, isRest: false }, last, look),
    colour: colours[index]!,
    points: points.filter(({ row }) => last.values[row] === value),
  }));
}

/** The area of a bubble, not its width, is the number. */
const diameterOf = (size: number, most: number, room: number) =>
  most > 0 ? Math.max(4, Math.sqrt(size / most) * Math.min(56, room / 6)) : 8;

/** Room around the outermost bubbles, which are not only points. */
function padded(values: number[], isBubble: boolean): number[] {
  if (!isBubble) return values;
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const edge = (most - least) * 0.06;
  return [least >= 0 ? Math.max(0, least - edge) : least - edge, most + edge];
}

export function drawScatter(picture: Picture): Drawn {
  const { frame, look, width, height, options, kind } = picture;
  const ink = inkOf(look);
  const measures = measuresOf(frame, options);
  const [x, y, size] = [measures[0]!, measures[1]!, kind === 'bubble' ? measures[2]! : undefined];
  const points = pointsOf(frame, [x, y, ...(size ? [size] : [])]);
  const groups = groupsOf(picture, points);
  const most = points.reduce((largest, point) => Math.max(largest, point.size), 0);
  const isMany = points.length > manyPoints;
  const wantsLog = options.scale === 'log';
  const canLog = wantsLog && points.every((point) => point.x > 0 && point.y > 0);
  const [xTicks, yTicks] = [
    ticksFor(
      padded(
        points.map((point) => point.x),
        kind === 'bubble',
      ),
      Math.max(2, Math.min(6, Math.floor(width / 110))),
      false,
    ),
    ticksFor(
      padded(
        points.map((point) => point.y),
        kind === 'bubble',
      ),
      tickCount(picture),
      false,
    ),
  ];
  const labelled =
    options.labels === 'on' || (options.labels === 'auto' && points.length <= 40 && dimensionsOf(frame).length > 0);
  const hasLegend = groups.length > 1 && options.legend === 'auto';
  const left = canLog ? 48 : amountWidth(yTicks, y.style, look) + 10;
  const name = {
    nameTextStyle: { color: ink.quiet, fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: ink.border } },
  };
  const series = groups.map((group): ScatterSeriesOption => ({
    type: 'scatter',
    name: group.name,
    color: group.colour,
    large: isMany,
    largeThreshold: manyPoints,
    data: isMany
      ? group.points.map((point) => [point.x, point.y])
      : group.points.map((point) => ({
          value: [point.x, point.y],
          symbolSize: size ? diameterOf(point.size, most, height) : 9,
        })),
    ...(isMany && { symbolSize: 4 }),
    itemStyle: {
      color: group.colour,
      opacity: isMany ? 0.45 : 0.72,
      ...(!isMany && { borderColor: ink.surface, borderWidth: 1 }),
    },
    ...(labelled && {
      label: {
        show: true,
        position: 'right' as const,
        distance: 4,
        color: ink.quiet,
        fontSize: 11,
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          clip(rowName(picture, group.points[dataIndex]!.row), 150, 11),
      },
      labelLayout: { hideOverlap: true },
    }),
  }));
  return {
    option: {
      ...stageOf(picture, points.length),
      grid: { left, right: labelled ? 56 : 20, top: (hasLegend ? legendHeight : 0) + 26, bottom: 46 },
      xAxis: {
        ...(canLog ? logAxis(x.style, look) : amountAxis(xTicks, x.style, look)),
        ...name,
        name: x.field.label,
        nameLocation: 'middle',
        nameGap: 30,
      },
      yAxis: {
        ...(canLog ? logAxis(y.style, look) : amountAxis(yTicks, y.style, look)),
        nameTextStyle: { ...name.nameTextStyle, align: 'left', padding: [0, 0, 0, -left + 6] },
        name: y.field.label,
        nameGap: 12,
      },
      tooltip: tooltipFor(picture, 'item', ({ seriesIndex, dataIndex }) => {
        const group = groups[seriesIndex];
        const point = group?.points[dataIndex];
        if (!group || !point) return null;
        return {
          title: rowName(picture, point.row),
          rows: [x, y, ...(size ? [size] : [])].flatMap((column, index) =>
            measureRows(column, point.row, index === 0 ? group.colour : null, look),
          ),
        };
      }),
      ...(hasLegend && { legend: legendFor(picture, groups) }),
      series,
    },
    rows: groups.map((group) => group.points.map(({ row }) => row)),
    notes: wantsLog && !canLog ? [chartTexts[look.language].logNeedsPositive] : [],
  };
}
