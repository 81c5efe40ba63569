import type { BarSeriesOption, LineSeriesOption } from 'echarts';

import { amountAxis, amountAxisWidth, itemAxis } from './axis.ts';
import { limitItems, withShadowPointer } from './bar.ts';
import { mix } from './colour.ts';
import { inkOf } from './ink.ts';
import { splitUnfinished } from './line.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { chartAxisOf, layOut, type ChartSeries } from './series-layout.ts';
import { legendFor, legendHeight, baseOptionOf, tooltipFor } from './chart-base.ts';
import { type Ticks, ticksFor } from './ticks.ts';
import { tipAt } from './tooltips.ts';

const intervals = 4;

/** Bars on the left axis, lines on the right one, for two measures of different units. */
export function drawCombination(input: DrawInput): RenderedChart {
  const { look, width, options } = input;
  const ink = inkOf(look);
  const layout = limitItems(layOut(input), Math.max(10, Math.floor(width / 6)), look);
  const second = options.second.length > 0 ? options.second : [layout.series.at(-1)!.column.field.measure];
  const isSecond = ({ column }: ChartSeries) => second.includes(column.field.measure);
  const sides = [layout.series.filter((each) => !isSecond(each)), layout.series.filter(isSecond)];
  const [bars, lines] = sides[0]!.length > 0 ? sides : [sides[1]!.slice(0, 1), sides[1]!.slice(1)];
  const axes = [bars!, lines!].map((series) => {
    const style = series[0]?.column.style ?? layout.series[0]!.column.style;
    const ticks = evenTicks(series.flatMap(({ values }) => values));
    return { style, ticks };
  });
  const axisWidths = axes.map(({ ticks, style }) => amountAxisWidth(ticks, style, look) + 10);
  const barSeries = bars!.map((each): BarSeriesOption => ({
    type: 'bar',
    name: each.name,
    color: each.colour,
    barMaxWidth: 36,
    barCategoryGap: '30%',
    data: each.values.map((value, index) => ({
      value: value as number,
      itemStyle:
        index === layout.unfinished
          ? {
              color: mix(each.colour, ink.surface, 0.75),
              borderColor: each.colour,
              borderType: 'dashed',
              borderWidth: 1,
            }
          : { color: each.colour, borderRadius: (value ?? 0) < 0 ? [0, 0, 3, 3] : [3, 3, 0, 0] },
    })),
  }));
  const lineSeries = lines!.flatMap((each): LineSeriesOption[] =>
    splitUnfinished(each.values, layout.unfinished).map(({ values, isUnfinished }) => ({
      type: 'line',
      name: each.name,
      color: each.colour,
      yAxisIndex: 1,
      data: values,
      symbol: layout.items.length <= 31 ? 'circle' : 'none',
      symbolSize: 6,
      smooth: options.smooth ? 0.25 : false,
      lineStyle: { width: 2, color: each.colour, ...(isUnfinished && { type: [4, 4] }) },
      itemStyle: { color: each.colour, borderColor: ink.surface, borderWidth: 1.5 },
      z: 3,
    })),
  );
  const names = [
    ...bars!.map(({ name, colour }) => ({ name, colour })),
    ...lines!.map(({ name, colour }) => ({ name, colour, icon: 'circle' })),
  ];
  return {
    option: {
      ...baseOptionOf(input, layout.items.length * layout.series.length),
      grid: { left: axisWidths[0]!, right: axisWidths[1]!, top: legendHeight + 12, bottom: layout.grain ? 40 : 26 },
      xAxis: itemAxis(layout, width - axisWidths[0]! - axisWidths[1]!, look, false),
      yAxis: axes.map(({ ticks, style }, index) => ({
        ...amountAxis(ticks, style, look),
        position: index === 0 ? ('left' as const) : ('right' as const),
        ...(index === 1 && { splitLine: { show: false } }),
      })),
      tooltip: withShadowPointer(
        tooltipFor(input, 'axis', ({ dataIndex }) => tipAt(layout, dataIndex, look)),
        look,
      ),
      legend: legendFor(input, names),
      series: [...barSeries, ...lineSeries],
    },
    rows: [
      ...bars!.map(({ rows }) => rows),
      ...lines!.flatMap(({ values, rows }) => splitUnfinished(values, layout.unfinished).map(() => rows)),
    ],
    notes: layout.notes,
    axis: chartAxisOf(layout),
  };
}

/** The same number of intervals on both axes, so that they share split lines. */
function evenTicks(values: (number | null)[]): Ticks {
  const ticks = ticksFor(values, intervals, true);
  const largestValue = values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0);
  if (ticks.min < 0 || largestValue === 0) return ticks;
  const minInterval = largestValue / intervals;
  const power = 10 ** Math.floor(Math.log10(minInterval));
  const interval = Number((fineSteps.find((step) => step * power >= minInterval * 0.999)! * power).toPrecision(12));
  return { min: 0, max: interval * intervals, interval };
}

const fineSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
