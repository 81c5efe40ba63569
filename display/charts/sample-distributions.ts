import { plainStyle } from '#domain/query/chart.ts';
import {
  randomOf,
  channels,
  day,
  daysFrom,
  sampleFrameOf,
  hierarchy,
  money,
  orders,
  pairs,
  sales,
  type SampleChart,
  type SampleBuilder,
  type SampleTexts,
  wave,
} from './sample-builder.ts';

/** Samples of distributions, flows and hierarchies. */
export const distributionSamples = {
  box: ({ names, amounts }) => {
    const random = randomOf(33);
    const rows = pairs(
      channels,
      Array.from({ length: 60 }, (_, index): SampleTexts => [`第 ${index + 1} 天`, `Day ${index + 1}`]),
    );
    return {
      title: ['各渠道的发货时长', 'Time to dispatch by channel'],
      frame: sampleFrameOf([
        names(
          ['渠道', 'Channel'],
          rows.map(([channel]) => channel),
        ),
        names(
          ['日期', 'Date'],
          rows.map(([, date]) => date),
        ),
        amounts(
          ['发货时长', 'Time to dispatch'],
          { format: 'duration', decimals: null, unit: '' },
          rows.map(([channel], index) =>
            Math.round(
              3600 *
                (3 +
                  channels.indexOf(channel) * 2 +
                  (random() + random() + random()) * 3 +
                  (index % 29 === 0 ? 14 : 0)),
            ),
          ),
        ),
      ]),
    };
  },
  heatmap: ({ names, amounts }) => {
    const week: SampleTexts[] = [
      ['周一', 'Mon'],
      ['周二', 'Tue'],
      ['周三', 'Wed'],
      ['周四', 'Thu'],
      ['周五', 'Fri'],
      ['周六', 'Sat'],
      ['周日', 'Sun'],
    ];
    const hours = Array.from({ length: 24 }, (_, hour): SampleTexts => [`${hour}时`, `${hour}:00`]);
    const random = randomOf(5);
    const rows = pairs(hours, week);
    return {
      title: ['一周中的下单时间', 'Orders by weekday and hour'],
      frame: sampleFrameOf([
        names(
          ['小时', 'Hour'],
          rows.map(([hour]) => hour),
        ),
        names(
          ['星期', 'Weekday'],
          rows.map(([, weekday]) => weekday),
        ),
        amounts(
          orders,
          plainStyle,
          rows.map(([hour, weekday]) => {
            const [at, on] = [hours.indexOf(hour), week.indexOf(weekday)];
            return Math.round(
              20 +
                160 * Math.exp(-(((at - 20) / 3.4) ** 2)) * (on > 4 ? 1.3 : 1) +
                90 * Math.exp(-(((at - 11) / 3) ** 2)) +
                random() * 24,
            );
          }),
        ),
      ]),
    };
  },
  calendar: ({ time, amounts }) => {
    const steps = daysFrom('2025-01-01', 365);
    return {
      title: ['2025 年每日订单', 'Orders by day, 2025'],
      frame: sampleFrameOf([time(['日期', 'Date'], day, steps), amounts(orders, plainStyle, wave(365, 820, 12))]),
    };
  },
  funnel: ({ names, amounts }) => ({
    title: ['从访问到付款', 'From visit to payment'],
    frame: sampleFrameOf([
      names(
        ['步骤', 'Step'],
        [
          ['访问商品页', 'Viewed a product'],
          ['加入购物车', 'Added to cart'],
          ['提交订单', 'Placed an order'],
          ['完成付款', 'Paid'],
          ['再次购买', 'Bought again'],
        ],
      ),
      amounts(['人数', 'People'], plainStyle, [128_400, 46_230, 21_870, 18_960, 5240]),
    ]),
  }),
  waterfall: ({ names, amounts }) => ({
    title: ['利润是怎么来的', 'How profit is made up'],
    frame: sampleFrameOf([
      names(
        ['项目', 'Item'],
        [
          ['销售收入', 'Sales'],
          ['退货', 'Returns'],
          ['采购成本', 'Purchasing'],
          ['物流', 'Shipping'],
          ['市场推广', 'Marketing'],
          ['人工', 'Staff'],
          ['补贴收入', 'Subsidies'],
        ],
      ),
      amounts(
        ['金额', 'Amount'],
        money,
        [18_400_000, -920_000, -9_860_000, -1_740_000, -2_130_000, -1_980_000, 460_000],
      ),
    ]),
  }),
  treemap: ({ names, amounts }) =>
    hierarchy({ names, amounts } as SampleBuilder, ['各品类和渠道的销售额', 'Sales by category and channel']),
  sunburst: ({ names, amounts }) =>
    hierarchy({ names, amounts } as SampleBuilder, ['销售额的层级构成', 'Sales by category, then channel'], 5),
  sankey: ({ names, amounts }) => {
    const sources: SampleTexts[] = [
      ['搜索引擎', 'Search'],
      ['社交媒体', 'Social media'],
      ['直接访问', 'Direct'],
      ['短信邮件', 'Messages'],
    ];
    const pages: SampleTexts[] = [
      ['首页', 'Home page'],
      ['商品页', 'Product page'],
      ['活动页', 'Campaign page'],
    ];
    const ends: SampleTexts[] = [
      ['下单', 'Ordered'],
      ['加购未下单', 'Abandoned cart'],
      ['离开', 'Left'],
    ];
    const rows = pairs(pairs(sources, pages), ends);
    const random = randomOf(17);
    return {
      title: ['访客从哪里来，到哪里去', 'Where visitors come from and go to'],
      frame: sampleFrameOf([
        names(
          ['来源', 'Source'],
          rows.map(([[source]]) => source),
        ),
        names(
          ['落地页', 'Landing page'],
          rows.map(([[, page]]) => page),
        ),
        names(
          ['结果', 'Outcome'],
          rows.map(([, end]) => end),
        ),
        amounts(
          ['访客数', 'Visitors'],
          plainStyle,
          rows.map(([[source], end]) =>
            Math.round((4 - sources.indexOf(source)) * (1 + ends.indexOf(end)) * (300 + random() * 700)),
          ),
        ),
      ]),
    };
  },
  radar: ({ names, amounts }) => {
    const topics: SampleTexts[] = [
      ['物流', 'Delivery'],
      ['客服', 'Service'],
      ['质量', 'Quality'],
      ['价格', 'Price'],
      ['包装', 'Packaging'],
      ['退换货', 'Returns'],
    ];
    const rows = pairs(channels.slice(0, 3), topics);
    const random = randomOf(3);
    return {
      title: ['各渠道满意度', 'Satisfaction by channel'],
      frame: sampleFrameOf([
        names(
          ['方面', 'Topic'],
          rows.map(([, topic]) => topic),
        ),
        names(
          ['渠道', 'Channel'],
          rows.map(([channel]) => channel),
        ),
        amounts(
          ['评分', 'Score'],
          plainStyle,
          rows.map(() => Math.round((3 + random() * 1.9) * 10) / 10),
        ),
      ]),
    };
  },
  gauge: ({ amounts }) => ({
    title: ['本季度目标完成度', 'This quarter’s target'],
    frame: sampleFrameOf([amounts(sales, money, [7_340_000])]),
    options: { target: 10_000_000 },
  }),
} satisfies Record<string, (make: SampleBuilder) => SampleChart>;
