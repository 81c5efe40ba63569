import type { ChartOptions, NumberStyle } from '#contract/chart.ts';
import type { Language } from '#contract/language.ts';
import type { Grain } from '#contract/query.ts';
import { dayText, numberOfDay, wallOfNumber } from '#display/format/calendar.ts';
import type { Field, Frame, FrameTotal } from '#display/frame.ts';

export type Texts = [chinese: string, english: string];
export type Column = { field: Field; values: unknown[] };

export const plain: NumberStyle = { format: 'plain', decimals: null, unit: '' };
export const money: NumberStyle = { format: 'currency', decimals: null, unit: 'CNY' };
export const percent: NumberStyle = { format: 'percent', decimals: null, unit: '' };
export const day: Grain = { unit: 'day' };

/** Numbers that look like chance and are the same every time. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = ([chinese, english]: Texts, language: Language) => (language === 'zh_CN' ? chinese : english);

/** Makes frames out of columns, in one language. */
export function makerOf(language: Language) {
  const say = (texts: Texts) => pick(texts, language);
  return {
    say,
    names: (label: Texts, values: Texts[]): Column => ({
      field: { name: label[1], label: say(label), type: 'text', role: 'dimension', grain: null, width: null },
      values: values.map(say),
    }),
    time: (label: Texts, grain: Grain, values: string[]): Column => ({
      field: { name: label[1], label: say(label), type: 'date', role: 'dimension', grain, width: null },
      values,
    }),
    bins: (label: Texts, width: number, values: number[]): Column => ({
      field: { name: label[1], label: say(label), type: 'number', role: 'dimension', grain: null, width },
      values,
    }),
    amounts: (
      label: Texts,
      style: NumberStyle,
      values: (number | null)[],
      part: 'value' | 'base' = 'value',
      before: Texts = ['上期', 'previous period'],
    ): Column => ({
      field: {
        name: part === 'value' ? label[1] : `${label[1]}.${part}`,
        label: part === 'value' ? say(label) : `${say(label)} · ${say(before)}`,
        type: 'number',
        role: 'measure',
        measure: label[1],
        part,
        style,
      },
      values,
    }),
  };
}

export function frameOf(columns: Column[], more: Partial<Frame> = {}): Frame {
  return {
    fields: columns.map(({ field }) => field),
    values: columns.map(({ values }) => values),
    rest: null,
    totals: [],
    unfinished: null,
    isCutOff: false,
    ...more,
  };
}

export const sales: Texts = ['销售额', 'Sales'];
export const orders: Texts = ['订单数', 'Orders'];
export const categories: Texts[] = [
  ['手机与配件', 'Phones and accessories'],
  ['家用电器', 'Home appliances'],
  ['服装鞋帽', 'Clothing and shoes'],
  ['生鲜食品', 'Fresh food'],
  ['美妆个护', 'Beauty and personal care'],
  ['图书文具', 'Books and stationery'],
  ['运动户外装备', 'Sports and outdoor equipment'],
  ['母婴用品', 'Baby products'],
];
export const channels: Texts[] = [
  ['自营商城', 'Own shop'],
  ['天猫', 'Tmall'],
  ['京东', 'JD.com'],
  ['线下门店', 'Stores'],
];

export const daysFrom = (first: string, count: number) => {
  const [year, month, date] = first.split('-').map(Number) as [number, number, number];
  const start = numberOfDay({ year, month, day: date });
  return Array.from({ length: count }, (_, index) => dayText(wallOfNumber(start + index)));
};
export const monthsFrom = (year: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${year + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`,
  );

/** A number for each step: a slow rise, a weekly beat, some chance. */
export const wave = (count: number, size: number, seed: number) => {
  const chance = chanceOf(seed);
  return Array.from({ length: count }, (_, index) =>
    Math.round(size * (1 + index / count / 3 + 0.16 * Math.sin((index / 7) * 2 * Math.PI) + 0.14 * (chance() - 0.5))),
  );
};

export type Maker = ReturnType<typeof makerOf>;
export type Made = { title: Texts; frame: Frame; options?: Partial<ChartOptions> };

/** Several series over time, one below the other. */
export function overTime(
  { time, names, amounts }: Maker,
  steps: string[],
  grain: Grain,
  series: Texts[],
  size: number,
) {
  return [
    time(
      ['日期', 'Date'],
      grain,
      series.flatMap(() => steps),
    ),
    names(
      ['渠道', 'Channel'],
      series.flatMap((each) => steps.map(() => each)),
    ),
    amounts(
      sales,
      money,
      series.flatMap((_, index) => wave(steps.length, size / (index + 1), index + 7)),
    ),
  ];
}

/** Each pair of the first and the second. */
export const pairs = <A, B>(first: A[], second: B[]) => first.flatMap((a) => second.map((b) => [a, b] as const));
export function hierarchy({ names, amounts }: Maker, title: Texts, count = 8): Made {
  const rows = pairs(categories.slice(0, count), channels);
  const chance = chanceOf(41);
  return {
    title,
    frame: frameOf([
      names(
        ['品类', 'Category'],
        rows.map(([category]) => category),
      ),
      names(
        ['渠道', 'Channel'],
        rows.map(([, channel]) => channel),
      ),
      amounts(
        sales,
        money,
        rows.map(([category, channel]) =>
          Math.round(
            (9_000_000 * (0.6 + chance())) / (categories.indexOf(category) + 1.4) / (channels.indexOf(channel) + 1),
          ),
        ),
      ),
    ]),
  };
}

/** The columns by fewer dimensions: those that are among them. */
export const totalOf = (columns: Column[]): FrameTotal => ({
  dimensions: columns.flatMap(({ field }) => (field.role === 'dimension' ? [field.name] : [])),
  fields: columns.map(({ field }) => field),
  values: columns.map(({ values }) => values),
});
