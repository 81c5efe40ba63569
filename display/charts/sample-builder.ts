import type { ChartOptions, NumberStyle } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';
import type { Grain } from '#domain/query/query.ts';
import { dayText, numberOfDay, wallOfNumber, twoDigits } from '#display/format/calendar.ts';
import type { Field, Frame, FrameTotal } from '#display/frame.ts';

export type SampleTexts = [chinese: string, english: string];
export type SampleFrameColumn = { field: Field; values: unknown[] };

export const money: NumberStyle = { format: 'currency', decimals: null, unit: 'CNY' };
export const day: Grain = { unit: 'day' };

/** Deterministic pseudo-random numbers. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = ([chinese, english]: SampleTexts, language: Language) => (language === 'zh_CN' ? chinese : english);

/** Builds sample columns in one language. */
export function sampleBuilderOf(language: Language) {
  const say = (texts: SampleTexts) => pick(texts, language);
  return {
    say,
    names: (label: SampleTexts, values: SampleTexts[]): SampleFrameColumn => ({
      field: { name: label[1], label: say(label), type: 'text', role: 'dimension', grain: null, width: null },
      values: values.map(say),
    }),
    time: (label: SampleTexts, grain: Grain, values: string[]): SampleFrameColumn => ({
      field: { name: label[1], label: say(label), type: 'date', role: 'dimension', grain, width: null },
      values,
    }),
    bins: (label: SampleTexts, width: number, values: number[]): SampleFrameColumn => ({
      field: { name: label[1], label: say(label), type: 'number', role: 'dimension', grain: null, width },
      values,
    }),
    amounts: (
      label: SampleTexts,
      style: NumberStyle,
      values: (number | null)[],
      part: 'value' | 'base' = 'value',
      before: SampleTexts = ['上期', 'previous period'],
    ): SampleFrameColumn => ({
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

export function sampleFrameOf(columns: SampleFrameColumn[], more: Partial<Frame> = {}): Frame {
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

export const sales: SampleTexts = ['销售额', 'Sales'];
export const orders: SampleTexts = ['订单数', 'Orders'];
export const categories: SampleTexts[] = [
  ['手机与配件', 'Phones and accessories'],
  ['家用电器', 'Home appliances'],
  ['服装鞋帽', 'Clothing and shoes'],
  ['生鲜食品', 'Fresh food'],
  ['美妆个护', 'Beauty and personal care'],
  ['图书文具', 'Books and stationery'],
  ['运动户外装备', 'Sports and outdoor equipment'],
  ['母婴用品', 'Baby products'],
];
export const channels: SampleTexts[] = [
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
  Array.from({ length: count }, (_, index) => `${year + Math.floor(index / 12)}-${twoDigits((index % 12) + 1)}-01`);

/** A value per step: slow growth, a weekly pattern, some noise. */
export const wave = (count: number, size: number, seed: number) => {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, index) =>
    Math.round(size * (1 + index / count / 3 + 0.16 * Math.sin((index / 7) * 2 * Math.PI) + 0.14 * (random() - 0.5))),
  );
};

export type SampleBuilder = ReturnType<typeof sampleBuilderOf>;
export type SampleChart = { title: SampleTexts; frame: Frame; options?: Partial<ChartOptions> };

/** Several series over time in long format. */
export function seriesOverTime(
  { time, names, amounts }: SampleBuilder,
  steps: string[],
  grain: Grain,
  series: SampleTexts[],
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

/** Cartesian product. */
export const pairs = <A, B>(first: A[], second: B[]) => first.flatMap((a) => second.map((b) => [a, b] as const));
export function hierarchy({ names, amounts }: SampleBuilder, title: SampleTexts, count = 8): SampleChart {
  const rows = pairs(categories.slice(0, count), channels);
  const random = randomOf(41);
  return {
    title,
    frame: sampleFrameOf([
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
            (9_000_000 * (0.6 + random())) / (categories.indexOf(category) + 1.4) / (channels.indexOf(channel) + 1),
          ),
        ),
      ),
    ]),
  };
}

/** The columns as a total by fewer dimensions. */
export const totalOf = (columns: SampleFrameColumn[]): FrameTotal => ({
  dimensions: columns.flatMap(({ field }) => (field.role === 'dimension' ? [field.name] : [])),
  fields: columns.map(({ field }) => field),
  values: columns.map(({ values }) => values),
});
