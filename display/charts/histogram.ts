import { amountOf } from '#display/format/amount.ts';
import { formatExact } from '#display/format/exact.ts';
import { formatNumber } from '#display/format/number.ts';
import { plainStyle } from '#domain/query/chart.ts';
import { amountAxis, amountAxisWidth } from './axis.ts';
import { withShadowPointer } from './bar.ts';
import { dimensionsOf, measuresOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { tickCount } from './line.ts';
import { colourAt } from './palette.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { baseOptionOf, tooltipFor } from './chart-base.ts';
import { tickValuesOf, ticksFor } from './ticks.ts';
import { amountRows } from './tooltips.ts';

/** Bin starting at `from`: its amount, the compared amount, and its row. */
type HistogramBin = { from: number; amount: number; base: number; row: number | null };
type HistogramLayout = { bins: HistogramBin[]; width: number };

const maxBins = 400;

/** The bins of the query, with empty bins filled in between. */
function queriedBins({ frame }: DrawInput, width: number): HistogramLayout {
  const bounds = dimensionsOf(frame)[0]!.values;
  const { values, base } = measuresOf(frame)[0]!;
  const existing = bounds
    .map((bound, row) => ({
      from: amountOf(bound),
      amount: amountOf(values[row]) ?? 0,
      base: amountOf(base?.[row]) ?? 0,
      row,
    }))
    .filter((bin): bin is HistogramBin & { row: number } => bin.from !== null)
    .sort((a, b) => a.from - b.from);
  const first = existing[0]?.from ?? 0;
  const count = Math.min(Math.round(((existing.at(-1)?.from ?? 0) - first) / width) + 1, maxBins);
  const bins = Array.from({ length: count }, (_, index): HistogramBin => ({
    from: first + index * width,
    amount: 0,
    base: 0,
    row: null,
  }));
  for (const bin of existing) {
    const target = bins[Math.round((bin.from - first) / width)];
    if (!target) continue;
    target.amount += bin.amount;
    target.base += bin.base;
    target.row = bin.row;
  }
  return { bins, width };
}

/** Without queried bins: distribution of the measure over the rows. */
function countedBins({ frame, options }: DrawInput): HistogramLayout {
  const amounts = measuresOf(frame, options)[0]!
    .values.map(amountOf)
    .filter((amount) => amount !== null);
  const ticks = ticksFor(amounts, Math.max(5, Math.min(30, Math.ceil(Math.sqrt(amounts.length)))), false);
  const count = Math.max(1, Math.round((ticks.max - ticks.min) / ticks.interval));
  const bins = Array.from({ length: count }, (_, index): HistogramBin => ({
    from: ticks.min + index * ticks.interval,
    amount: 0,
    base: 0,
    row: null,
  }));
  for (const amount of amounts) {
    const index = Math.min(Math.floor((amount - ticks.min) / ticks.interval + 1e-9), count - 1);
    bins[Math.max(index, 0)]!.amount += 1;
  }
  return { bins, width: ticks.interval };
}

/** Distribution of numbers: adjacent bins on a numeric axis. */
export function drawHistogram(input: DrawInput): RenderedChart {
  const { frame, look, width: chartWidth, options } = input;
  const ink = inkOf(look);
  const measure = measuresOf(frame, options)[0]!;
  const dimension = dimensionsOf(frame)[0]!;
  const isBinned = dimension.field.width !== null;
  const { bins, width } = isBinned ? queriedBins(input, dimension.field.width!) : countedBins(input);
  const style = isBinned ? measure.style : plainStyle;
  const label = isBinned ? dimension.field.label : measure.field.label;
  const ticks = ticksFor(
    bins.map(({ amount }) => amount),
    tickCount(input),
    true,
  );
  const [first, last] = [bins[0]?.from ?? 0, (bins.at(-1)?.from ?? 0) + width];
  const across = ticksFor([first, last], Math.max(2, Math.min(8, Math.floor(chartWidth / 90))), false);
  const colour = colourAt(0, look);
  // Labels stand at round numbers, which the first bin need not be.
  const marks = tickValuesOf(across).filter((mark) => mark >= first - width * 1e-6 && mark <= last + width * 1e-6);
  const bounds = amountAxis(
    { min: first, max: last, interval: across.interval },
    isBinned ? plainStyle : measure.style,
    look,
  );
  const clean = (amount: number) => formatNumber(Number(amount.toPrecision(10)), look.language);
  return {
    option: {
      ...baseOptionOf(input, bins.length),
      grid: { left: amountAxisWidth(ticks, style, look) + 10, right: 16, top: 12, bottom: 46 },
      xAxis: [
        { type: 'category', data: bins.map(({ from }) => String(from)), show: false },
        {
          ...bounds,
          axisLabel: { ...bounds.axisLabel, customValues: marks },
          position: 'bottom',
          splitLine: { show: false },
          axisLine: { show: true, lineStyle: { color: ink.border } },
          axisTick: { show: true, length: 4, lineStyle: { color: ink.border }, customValues: marks },
          name: label,
          nameLocation: 'middle',
          nameGap: 30,
          nameTextStyle: { color: ink.quiet, fontSize: 12 },
        },
      ],
      yAxis: amountAxis(ticks, style, look),
      tooltip: withShadowPointer(
        tooltipFor(input, 'axis', ({ dataIndex }) => {
          const bin = bins[dataIndex];
          if (!bin) return null;
          const { amount: value, base } = bin;
          return {
            title: `${clean(bin.from)} – ${clean(bin.from + width)}`,
            rows: isBinned
              ? amountRows(measure, { colour, value, base }, look)
              : [{ colour, name: '', value: formatExact(value, style, look) }],
          };
        }),
        look,
      ),
      series: [
        {
          type: 'bar',
          data: bins.map(({ amount }) => amount),
          barCategoryGap: 0,
          itemStyle: { color: colour, borderColor: ink.surface, borderWidth: bins.length > 80 ? 0 : 0.75 },
        },
      ],
    },
    rows: [bins.map(({ row }) => row)],
    notes: [],
  };
}
