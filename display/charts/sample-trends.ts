import { plainStyle, percentStyle } from '#domain/query/chart.ts';
import {
  categories,
  randomOf,
  channels,
  day,
  daysFrom,
  sampleFrameOf,
  money,
  monthsFrom,
  orders,
  seriesOverTime,
  sales,
  type SampleChart,
  type SampleBuilder,
  type SampleTexts,
  wave,
} from './sample-builder.ts';

/** Samples over time, of rankings and of shares. */
export const trendSamples = {
  figure: ({ time, amounts }) => {
    const steps = daysFrom('2026-01-01', 60);
    const values = wave(60, 42_000, 3);
    const fields = [amounts(sales, money, [2_754_300]), amounts(sales, money, [2_418_900], 'base')];
    const total = {
      dimensions: [],
      fields: fields.map(({ field }) => field),
      values: fields.map((each) => each.values),
    };
    return {
      title: ['最近 60 天销售额', 'Sales, last 60 days'],
      frame: sampleFrameOf(
        [
          time(['日期', 'Date'], day, steps),
          amounts(sales, money, values),
          amounts(sales, money, wave(60, 37_000, 4), 'base'),
        ],
        {
          totals: [total],
          unfinished: steps.at(-1)!,
        },
      ),
    };
  },
  line: (make) => {
    const steps = daysFrom('2025-12-05', 75);
    const stepsWithGap = steps.filter((_, index) => index < 30 || index > 34);
    return {
      title: ['每日销售额，按渠道', 'Daily sales by channel'],
      frame: sampleFrameOf(seriesOverTime(make, stepsWithGap, day, channels.slice(0, 3), 86_000), {
        unfinished: steps.at(-1)!,
      }),
    };
  },
  area: (make) => ({
    title: ['每月销售额构成', 'Monthly sales by channel'],
    frame: sampleFrameOf(seriesOverTime(make, monthsFrom(2024, 26), { unit: 'month' }, channels, 2_600_000), {
      unfinished: '2026-02-01',
    }),
    options: { stack: 'stacked' },
  }),
  bar: ({ time, amounts }) => {
    const steps = monthsFrom(2025, 14);
    return {
      title: ['每月销售额，与去年同期对比', 'Monthly sales vs. last year'],
      frame: sampleFrameOf(
        [
          time(['月份', 'Month'], { unit: 'month' }, steps),
          amounts(sales, money, wave(14, 3_200_000, 5)),
          amounts(sales, money, wave(14, 2_700_000, 6), 'base', ['去年同期', 'last year']),
        ],
        { unfinished: '2026-02-01' },
      ),
    };
  },
  bar_horizontal: ({ names, amounts, say }) => ({
    title: ['销售额最高的品类', 'Top categories by sales'],
    frame: sampleFrameOf(
      [
        { ...names(['品类', 'Category'], categories), values: [...categories.map(say), null] },
        amounts(
          sales,
          money,
          [18_456_200, 12_893_400, 9_345_800, 7_214_600, 5_892_300, 3_127_900, 2_648_100, 1_984_500, 4_302_700],
        ),
      ],
      { rest: [...categories.map(() => false), true] },
    ),
  }),
  combination: ({ time, amounts }) => ({
    title: ['访问量与转化率', 'Visits and conversion'],
    frame: sampleFrameOf([
      time(['月份', 'Month'], { unit: 'month' }, monthsFrom(2025, 12)),
      amounts(['访问量', 'Visits'], plainStyle, wave(12, 182_000, 9)),
      amounts(
        ['转化率', 'Conversion'],
        percentStyle,
        [0.021, 0.023, 0.022, 0.026, 0.025, 0.031, 0.029, 0.028, 0.033, 0.032, 0.041, 0.037],
      ),
    ]),
  }),
  ring: ({ names, amounts }) => ({
    title: ['各渠道销售额占比', 'Share of sales by channel'],
    frame: sampleFrameOf([
      names(['渠道', 'Channel'], channels),
      amounts(sales, money, [8_234_000, 6_120_000, 4_310_000, 1_870_000]),
    ]),
  }),
  pie: ({ names, amounts }) => ({
    title: ['各品类订单占比', 'Share of orders by category'],
    frame: sampleFrameOf([
      names(['品类', 'Category'], categories),
      amounts(orders, plainStyle, [5210, 4120, 3890, 2310, 1720, 980, 640, 320]),
    ]),
  }),
  scatter: ({ names, amounts }) => {
    const random = randomOf(21);
    const stores = Array.from({ length: 120 }, (_, index): SampleTexts => [`门店 ${index + 1}`, `Store ${index + 1}`]);
    const areas = stores.map(() => 60 + random() * 420);
    const region: SampleTexts[] = [
      ['华东', 'East'],
      ['华南', 'South'],
      ['西部', 'West'],
    ];
    return {
      title: ['门店面积与月销售额', 'Floor space and monthly sales of stores'],
      frame: sampleFrameOf([
        names(['门店', 'Store'], stores),
        names(
          ['大区', 'Region'],
          stores.map((_, index) => region[index % 3]!),
        ),
        amounts(['面积（平方米）', 'Floor space, m²'], plainStyle, areas.map(Math.round)),
        amounts(
          sales,
          money,
          areas.map((area, index) => Math.round(area * (900 + (index % 3) * 260) * (0.6 + random() * 0.8))),
        ),
      ]),
    };
  },
  bubble: ({ names, amounts }) => ({
    title: ['品类：均价、毛利率与销售额', 'Categories by price, margin and sales'],
    frame: sampleFrameOf([
      names(['品类', 'Category'], categories),
      amounts(['均价', 'Average price'], money, [2180, 1640, 320, 86, 210, 48, 410, 260]),
      amounts(['毛利率', 'Margin'], percentStyle, [0.12, 0.18, 0.42, 0.22, 0.51, 0.35, 0.38, 0.29]),
      amounts(sales, money, [18_456_200, 12_893_400, 9_345_800, 7_214_600, 5_892_300, 3_127_900, 2_648_100, 1_984_500]),
    ]),
  }),
  histogram: ({ bins, amounts }) => {
    const bounds = Array.from({ length: 24 }, (_, index) => index * 50);
    return {
      title: ['订单金额分布', 'Orders by amount'],
      frame: sampleFrameOf([
        bins(['订单金额（元）', 'Amount of the order, CNY'], 50, bounds),
        amounts(
          orders,
          plainStyle,
          bounds.map((bound) =>
            Math.round(5200 * Math.exp(-(((bound - 240) / 210) ** 2)) + 900 * Math.exp(-bound / 500)),
          ),
        ),
      ]),
    };
  },
} satisfies Record<string, (make: SampleBuilder) => SampleChart>;
