import { formatExact } from '#display/format/exact.ts';
import { amountOf } from '#display/format/amount.ts';
import type { NumberStyle } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';
import { amountAxis, nameAxis } from './axis.ts';
import { mix } from './colour.ts';
import { dimensionsOf, isRest, measuresOf, rowCountOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { colourAt } from './palette.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { itemName } from './series-layout.ts';
import { labelWidthFor, baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { ticksIn } from './ticks.ts';
import { comparedRows } from './tooltips.ts';

/** Minimum, lower quartile, median, upper quartile, maximum. */
type FiveNumbers = [number, number, number, number, number];
type BoxPlotItem = {
  name: string;
  five: FiveNumbers;
  /** The same five numbers of the compared period; null if there are none. */
  base: FiveNumbers | null;
  outliers: number[];
  row: number | null;
};

const words: Record<Language, string[]> = {
  zh_CN: ['最小值', '下四分位', '中位数', '上四分位', '最大值'],
  en_US: ['Minimum', 'Lower quartile', 'Median', 'Upper quartile', 'Maximum'],
};

/** Linear interpolation between the two nearest values of a sorted list. */
export function quantileOf(sorted: number[], fraction: number): number {
  const position = (sorted.length - 1) * fraction;
  const [low, high] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
  return low + (high - low) * (position - Math.floor(position));
}

/** Whiskers reach up to 1.5 interquartile ranges; values beyond are outliers. */
function boxOf(name: string, amounts: number[], before: number[]): BoxPlotItem {
  const base = before.length > 0 ? boxOf(name, before, []).five : null;
  const sorted = amounts.toSorted((a, b) => a - b);
  const [lower, middle, upper] = [0.25, 0.5, 0.75].map((fraction) => quantileOf(sorted, fraction)) as [
    number,
    number,
    number,
  ];
  const whiskerLength = (upper - lower) * 1.5;
  const inside = sorted.filter((amount) => amount >= lower - whiskerLength && amount <= upper + whiskerLength);
  const outliers = sorted.filter((amount) => amount < lower - whiskerLength || amount > upper + whiskerLength);
  return { name, five: [inside[0]!, lower, middle, upper, inside.at(-1)!], base, outliers, row: null };
}

/** Five measures per row make a box as they are; otherwise each name's rows are aggregated into one. */
function boxesOf({ frame, look, options }: DrawInput): BoxPlotItem[] {
  const measures = measuresOf(frame, options);
  const dimensions = dimensionsOf(frame);
  const axis = dimensions.length > 1 || measures.length >= 5 ? dimensions[0]! : null;
  const rows = Array.from({ length: rowCountOf(frame) }, (_, row) => row);
  const nameOf = (row: number) =>
    axis
      ? itemName({ value: axis.values[row], isRest: isRest(frame, row) && axis.values[row] === null }, axis, look)
      : '';
  if (measures.length >= 5) {
    const firstFive = measures.slice(0, 5);
    return rows.flatMap((row) => {
      const five = fiveOf(firstFive.map(({ values }) => values[row]));
      const base = fiveOf(firstFive.map((each) => each.base?.[row]));
      return five ? [{ name: nameOf(row), five, base, outliers: [], row }] : [];
    });
  }
  const groups = new Map<string, { amounts: number[]; before: number[] }>();
  for (const row of rows) {
    const { values, base, field } = measures[0]!;
    const [amount, then] = [amountOf(values[row]), amountOf(base?.[row])];
    const name = axis ? nameOf(row) : field.label;
    const group = groups.get(name) ?? { amounts: [], before: [] };
    groups.set(name, group);
    if (amount !== null) group.amounts.push(amount);
    if (then !== null) group.before.push(then);
  }
  return [...groups].flatMap(([name, { amounts, before }]) =>
    amounts.length > 0 ? [boxOf(name, amounts, before)] : [],
  );
}

function fiveOf(values: unknown[]): FiveNumbers | null {
  const amounts = values.map(amountOf);
  return amounts.includes(null) ? null : ((amounts as number[]).toSorted((a, b) => a - b) as FiveNumbers);
}

const roundedAmount = (amount: number) => Number(amount.toPrecision(12));

export function drawBox(input: DrawInput): RenderedChart {
  const { look, width, height, frame, options } = input;
  const ink = inkOf(look);
  const allBoxes = boxesOf(input);
  const maxBoxes = Math.max(3, Math.floor((height - 40) / 22));
  const boxes = allBoxes.slice(0, maxBoxes);
  const style: NumberStyle = measuresOf(frame, options)[0]!.style;
  const amounts = boxes.flatMap(({ five, outliers }) => [...five, ...outliers]);
  const ticks = ticksIn(amounts, Math.max(2, Math.min(6, Math.floor(width / 110))), false, style, look);
  const labelWidth = labelWidthFor(
    boxes.map(({ name }) => name),
    width * 0.34,
  );
  const colour = colourAt(0, look);
  const texts = chartTexts[look.language];
  return {
    option: {
      ...baseOptionOf(input, boxes.length),
      grid: { left: labelWidth + 10, right: 24, top: 6, bottom: 28 },
      xAxis: amountAxis(ticks, style, look),
      yAxis: nameAxis(
        boxes.map(({ name }) => name),
        labelWidth,
        look,
      ),
      tooltip: tooltipFor(input, 'item', ({ seriesIndex, dataIndex, data }) => {
        if (seriesIndex === 1) {
          const [amount, boxIndex] = data as [number, number];
          return {
            title: boxes[boxIndex]?.name ?? '',
            rows: [{ colour, name: '', value: formatExact(amount, style, look) }],
          };
        }
        const box = boxes[dataIndex];
        if (!box) return null;
        const rows = box.five.map((amount, index) => {
          const name = words[look.language][index]!;
          const value = roundedAmount(amount);
          if (!box.base) return [{ colour: null, name, value: formatExact(value, style, look) }];
          const base = roundedAmount(box.base[index]!);
          return comparedRows({ colour: null, name, baseName: texts.before(name), value, base, style }, look);
        });
        return { title: box.name, rows: rows.toReversed().flat() };
      }),
      series: [
        {
          type: 'boxplot',
          layout: 'vertical',
          data: boxes.map(({ five }) => five),
          boxWidth: [10, 34],
          itemStyle: { color: mix(colour, ink.surface, 0.75), borderColor: colour, borderWidth: 1.5 },
        },
        {
          type: 'scatter',
          data: boxes.flatMap(({ outliers }, index) => outliers.slice(0, 200).map((amount) => [amount, index])),
          symbolSize: 5,
          itemStyle: { color: colour, opacity: 0.55 },
        },
      ],
    },
    rows: [boxes.map(({ row }) => row)],
    notes: allBoxes.length > boxes.length ? [texts.someItems(boxes.length, allBoxes.length)] : [],
  };
}
