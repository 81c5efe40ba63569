import type { ScatterSeriesOption } from 'echarts';

import { amountOf } from '#display/format/amount.ts';
import { amountAxis, amountAxisWidth, logAxis } from './axis.ts';
import { colourKeyOf, dimensionsOf, type MeasureColumn, measuresOf, rowCountOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { clip } from './text-width.ts';
import { tickCount } from './line.ts';
import { colourAt, coloursOf } from './palette.ts';
import { rowName } from './chart-parts.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { itemName } from './series-layout.ts';
import { legendFor, legendHeight, baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { measureRows } from './tooltips.ts';
import { ticksFor } from './ticks.ts';

const manyPoints = 3000;
const maxGroups = 10;

type ScatterPoint = { row: number; x: number; y: number; size: number };
type ScatterGroup = { name: string; colour: string; points: ScatterPoint[] };

function pointsOf(frame: DrawInput['frame'], [x, y, size]: MeasureColumn[]): ScatterPoint[] {
  const points: ScatterPoint[] = [];
  for (let row = 0; row < rowCountOf(frame); row += 1) {
    const [across, up] = [amountOf(x!.values[row]), amountOf(y!.values[row])];
    if (across === null || up === null) continue;
    points.push({ row, x: across, y: up, size: size ? Math.max(amountOf(size.values[row]) ?? 0, 0) : 0 });
  }
  return points;
}

/** Groups points by the values of the last dimension, if there are few and another dimension names the points. */
function groupsOf(input: DrawInput, points: ScatterPoint[]): ScatterGroup[] {
  const { frame, look } = input;
  const dimensions = dimensionsOf(frame);
  const last = dimensions.length > 1 ? dimensions.at(-1)! : undefined;
  const values = last ? [...new Set(points.map(({ row }) => last.values[row]))] : [];
  if (!last || values.length > maxGroups || values.length < 2) return [{ name: '', colour: colourAt(0, look), points }];
  const colours = coloursOf(
    values.map((value) => ({ value, isRest: false })),
    look,
    colourKeyOf([last]),
  );
  return values.map((value, index) => ({
    name: itemName({ value, isRest: false }, last, look),
    colour: colours[index]!,
    points: points.filter(({ row }) => last.values[row] === value),
  }));
}

/** The area of a bubble is proportional to the number. */
const diameterOf = (size: number, maxSize: number, chartHeight: number) =>
  maxSize > 0 ? Math.max(4, Math.sqrt(size / maxSize) * Math.min(56, chartHeight / 6)) : 8;

/** Extends the range so that the outermost bubbles fit. */
function padded(values: number[], isBubble: boolean): number[] {
  if (!isBubble) return values;
  const min = values.reduce((a, b) => Math.min(a, b), Infinity);
  const max = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const edge = (max - min) * 0.06;
  return [min >= 0 ? Math.max(0, min - edge) : min - edge, max + edge];
}

export function drawScatter(input: DrawInput): RenderedChart {
  const { frame, look, width, height, options, kind } = input;
  const ink = inkOf(look);
  const measures = measuresOf(frame, options);
  const [x, y, size] = [measures[0]!, measures[1]!, kind === 'bubble' ? measures[2]! : undefined];
  const points = pointsOf(frame, [x, y, ...(size ? [size] : [])]);
  const groups = groupsOf(input, points);
  const maxSize = points.reduce((max, point) => Math.max(max, point.size), 0);
  const isMany = points.length > manyPoints;
  const isLogRequested = options.scale === 'log';
  const canLog = isLogRequested && points.every((point) => point.x > 0 && point.y > 0);
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
      tickCount(input),
      false,
    ),
  ];
  const labelled =
    options.labels === 'on' || (options.labels === 'auto' && points.length <= 40 && dimensionsOf(frame).length > 0);
  const hasLegend = groups.length > 1 && options.legend === 'auto';
  const left = canLog ? 48 : amountAxisWidth(yTicks, y.style, look) + 10;
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
          symbolSize: size ? diameterOf(point.size, maxSize, height) : 9,
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
          clip(rowName(input, group.points[dataIndex]!.row), 150, 11),
      },
      labelLayout: { hideOverlap: true },
    }),
  }));
  return {
    option: {
      ...baseOptionOf(input, points.length),
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
      tooltip: tooltipFor(input, 'item', ({ seriesIndex, dataIndex }) => {
        const group = groups[seriesIndex];
        const point = group?.points[dataIndex];
        if (!group || !point) return null;
        return {
          title: rowName(input, point.row),
          rows: [x, y, ...(size ? [size] : [])].flatMap((column, index) =>
            measureRows(column, point.row, index === 0 ? group.colour : null, look),
          ),
        };
      }),
      ...(hasLegend && { legend: legendFor(input, groups) }),
      series,
    },
    rows: groups.map((group) => group.points.map(({ row }) => row)),
    notes: isLogRequested && !canLog ? [chartTexts[look.language].logNeedsPositive] : [],
  };
}
