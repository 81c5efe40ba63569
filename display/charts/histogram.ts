import { amountOf } from '#display/format/amount.ts';
import { formatExact } from '#display/format/exact.ts';
import { formatNumber } from '#display/format/number.ts';
import { plainStyle } from '#display/format/unit.ts';
import { amountAxis, amountWidth } from './axis.ts';
import { shadowed } from './bar.ts';
import { dimensionsOf, measuresOf } from './columns.ts';
import { inkOf } from './ink.ts';
import { tickCount } from './line.ts';
import { colourAt } from './palette.ts';
import type { Drawn, Picture } from './picture.ts';
import { stageOf, tooltipFor } from './stage.ts';
import { marksOf, ticksFor } from './ticks.ts';
import { amountRows } from './tips.ts';

/** Numbers from `from` on, up to the next bin: how many, how many before, and the row that says so. */
type Bin = { from: number; amount: number; base: number; row: number | null };
type Bins = { bins: Bin[]; width: number };

const mostBins = 400;

/** The bins of the question, and between them those that nothing fell into. */
function givenBins({ frame }: Picture, width: number): Bins {
  const bounds = dimensionsOf(frame)[0]!.values;
  const { values, base } = measuresOf(frame)[0]!;
  const known = bounds
    .map((bound, row) => ({
      from: amountOf(bound),
      amount: amountOf(values[row]) ?? 0,
      base: amountOf(base?.[row]) ?? 0,
      row,
    }))
    .filter((bin): bin is Bin & { row: number } => bin.from !== null)
    .sort((a, b) => a.from - b.from);
  const first = known[0]?.from ?? 0;
  const count = Math.min(Math.round(((known.at(-1)?.from ?? 0) - first) / width) + 1, mostBins);
  const bins = Array.from({ length: count }, (_, index): Bin => ({
    from: first + index * width,
    amount: 0,
    base: 0,
    row: null,
  }));
  for (const bin of known) {
    const place = bins[Math.round((bin.from - first) / width)];
    if (!place) continue;
    place.amount += bin.amount;
    place.base += bin.base;
    place.row = bin.row;
  }
  return { bins, width };
}

/** Without bins: how the measure itself spreads over the rows. */
function countedBins({ frame, options }: Picture): Bins {
  const amounts = measuresOf(frame, options)[0]!
    .values.map(amountOf)
    .filter((amount) => amount !== null);
  const ticks = ticksFor(amounts, Math.max(5, Math.min(30, Math.ceil(Math.sqrt(amounts.length)))), false);
  const count = Math.max(1, Math.round((ticks.max - ticks.min) / ticks.interval));
  const bins = Array.from({ length: count }, (_, index): Bin => ({
    from: ticks.min + index * ticks.interval,
    amount: 0,
    base: 0,
    row: null,
  }));
  for (const amount of amounts) {
    const place = Math.min(Math.floor((amount - ticks.min) / ticks.interval + 1e-9), count - 1);
    bins[Math.max(place, 0)]!.amount += 1;
  }
  return { bins, width: ticks.interval };
}

/** How numbers spread: bins side by side on an axis of numbers. */
export function drawHistogram(picture: Picture): Drawn {
  const { frame, look, width: room, options } = picture;
  const ink = inkOf(look);
  const measure = measuresOf(frame, options)[0]!;
  const dimension = dimensionsOf(frame)[0]!;
  const isGiven = dimension.field.width !== null;
  const { bins, width } = isGiven ? givenBins(picture, dimension.field.width!) : countedBins(picture);
  const style = isGiven ? measure.style : plainStyle;
  const label = isGiven ? dimension.field.label : measure.field.label;
  const ticks = ticksFor(
    bins.map(({ amount }) => amount),
    tickCount(picture),
    true,
  );
  const [first, last] = [bins[0]?.from ?? 0, (bins.at(-1)?.from ?? 0) + width];
  const across = ticksFor([first, last], Math.max(2, Math.min(8, Math.floor(room / 90))), false);
  const colour = colourAt(0, look);
  // At round numbers, which the first bin need not be.
  const marks = marksOf(across).filter((mark) => mark >= first - width * 1e-6 && mark <= last + width * 1e-6);
  const bounds = amountAxis(
    { min: first, max: last, interval: across.interval },
    isGiven ? plainStyle : measure.style,
    look,
  );
  const clean = (amount: number) => formatNumber(Number(amount.toPrecision(10)), look.language);
  return {
    option: {
      ...stageOf(picture, bins.length),
      grid: { left: amountWidth(ticks, style, look) + 10, right: 16, top: 12, bottom: 46 },
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
      tooltip: shadowed(
        tooltipFor(picture, 'axis', ({ dataIndex }) => {
          const bin = bins[dataIndex];
          if (!bin) return null;
          const { amount: value, base } = bin;
          return {
            title: `${clean(bin.from)} – ${clean(bin.from + width)}`,
            rows: isGiven
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
