import { formatExact } from '#display/format/exact.ts';
import { amountOf } from '#display/format/amount.ts';
import type { NumberStyle } from '#contract/chart.ts';
import type { Language } from '#contract/language.ts';
import { amountAxis, nameAxis } from './axis.ts';
import { mix } from './colour.ts';
import { dimensionsOf, isRest, measuresOf, rowCountOf } from './columns.ts';
import { inkOf } from './ink.ts';
import { colourAt } from './palette.ts';
import type { Drawn, Picture } from './picture.ts';
import { itemName } from './series.ts';
import { roomFor, stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { ticksIn } from './ticks.ts';
import { comparedRows } from './tips.ts';

/** Least, lower quarter, middle, upper quarter, most; and what lies far outside. */
type Five = [number, number, number, number, number];
type Box = {
  name: string;
  five: Five;
  /** The same then; null where there was nothing, or nothing is compared. */
  base: Five | null;
  outliers: number[];
  row: number | null;
};

const words: Record<Language, string[]> = {
  zh_CN: ['最小值', '下四分位', '中位数', '上四分位', '最大值'],
  en_US: ['Least', 'Lower quarter', 'Median', 'Upper quarter', 'Most'],
};

/** Between the two numbers nearest to a place in a sorted list. */
export function quantileOf(sorted: number[], fraction: number): number {
  const place = (sorted.length - 1) * fraction;
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

/** Whiskers reach as far as the numbers do, up to one and a half boxes; what is beyond stands alone. */
function boxOf(name: string, amounts: number[], before: number[]): Box {
  const base = before.length > 0 ? boxOf(name, before, []).five : null;
  const sorted = amounts.toSorted((a, b) => a - b);
  const [lower, middle, upper] = [0.25, 0.5, 0.75].map((fraction) => quantileOf(sorted, fraction)) as [
    number,
    number,
    number,
  ];
  const reach = (upper - lower) * 1.5;
  const inside = sorted.filter((amount) => amount >= lower - reach && amount <= upper + reach);
  const outliers = sorted.filter((amount) => amount < lower - reach || amount > upper + reach);
  return { name, five: [inside[0]!, lower, middle, upper, inside.at(-1)!], base, outliers, row: null };
}

/** Five measures of each row are a box as they are; else the numbers of all rows of a name make one. */
function boxesOf({ frame, look, options }: Picture): Box[] {
  const measures = measuresOf(frame, options);
  const dimensions = dimensionsOf(frame);
  const axis = dimensions.length > 1 || measures.length >= 5 ? dimensions[0]! : null;
  const rows = Array.from({ length: rowCountOf(frame) }, (_, row) => row);
  const nameOf = (row: number) =>
    axis
      ? itemName({ value: axis.values[row], isRest: isRest(frame, row) && axis.values[row] === null }, axis, look)
      : '';
  if (measures.length >= 5) {
    const own = measures.slice(0, 5);
    return rows.flatMap((row) => {
      const five = fiveOf(own.map(({ values }) => values[row]));
      const base = fiveOf(own.map((each) => each.base?.[row]));
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

function fiveOf(values: unknown[]): Five | null {
  const amounts = values.map(amountOf);
  return amounts.includes(null) ? null : ((amounts as number[]).toSorted((a, b) => a - b) as Five);
}

const clean = (amount: number) => Number(amount.toPrecision(12));

export function drawBox(picture: Picture): Drawn {
  const { look, width, height, frame, options } = picture;
  const ink = inkOf(look);
  const all = boxesOf(picture);
  const most = Math.max(3, Math.floor((height - 40) / 22));
  const boxes = all.slice(0, most);
  const style: NumberStyle = measuresOf(frame, options)[0]!.style;
  const amounts = boxes.flatMap(({ five, outliers }) => [...five, ...outliers]);
  const ticks = ticksIn(amounts, Math.max(2, Math.min(6, Math.floor(width / 110))), false, style, look);
  const room = roomFor(
    boxes.map(({ name }) => name),
    width * 0.34,
  );
  const colour = colourAt(0, look);
  const say = chartTexts[look.language];
  return {
    option: {
      ...stageOf(picture, boxes.length),
      grid: { left: room + 10, right: 24, top: 6, bottom: 28 },
      xAxis: amountAxis(ticks, style, look),
      yAxis: nameAxis(
        boxes.map(({ name }) => name),
        room,
        look,
      ),
      tooltip: tooltipFor(picture, 'item', ({ seriesIndex, dataIndex, data }) => {
        if (seriesIndex === 1) {
          const [amount, place] = data as [number, number];
          return {
            title: boxes[place]?.name ?? '',
            rows: [{ colour, name: '', value: formatExact(amount, style, look) }],
          };
        }
        const box = boxes[dataIndex];
        if (!box) return null;
        const rows = box.five.map((amount, index) => {
          const name = words[look.language][index]!;
          const value = clean(amount);
          if (!box.base) return [{ colour: null, name, value: formatExact(value, style, look) }];
          const base = clean(box.base[index]!);
          return comparedRows({ colour: null, name, baseName: say.before(name), value, base, style }, look);
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
    notes: all.length > boxes.length ? [say.someItems(boxes.length, all.length)] : [],
  };
}
