import { plainStyle, percentStyle } from '#domain/query/chart.ts';
import {
  categories,
  channels,
  sampleFrameOf,
  money,
  orders,
  pairs,
  sales,
  totalOf,
  type SampleChart,
  type SampleBuilder,
  type SampleTexts,
} from './sample-builder.ts';

/** Samples of word clouds, tables and maps. */
export const mapSamples = {
  words: ({ names, amounts }) => {
    const words: SampleTexts[] = [
      ['物流快', 'fast delivery'],
      ['质量好', 'good quality'],
      ['性价比高', 'worth the price'],
      ['包装精美', 'nice packaging'],
      ['客服耐心', 'patient service'],
      ['正品', 'genuine'],
      ['颜色好看', 'lovely colour'],
      ['尺码偏小', 'runs small'],
      ['面料舒服', 'soft fabric'],
      ['送货上门', 'to the door'],
      ['回购', 'will buy again'],
      ['推荐', 'recommended'],
      ['做工细致', 'well made'],
      ['有异味', 'odd smell'],
      ['发货慢', 'slow to ship'],
      ['新鲜', 'fresh'],
      ['轻便', 'light'],
      ['续航长', 'long battery life'],
      ['退货方便', 'easy returns'],
      ['安装简单', 'easy to set up'],
      ['声音小', 'quiet'],
      ['好吃', 'tasty'],
      ['送朋友', 'a gift'],
      ['划算', 'a bargain'],
      ['色差', 'colour differs'],
      ['破损', 'damaged'],
      ['价格贵', 'pricey'],
      ['老客户', 'regular customer'],
    ];
    return {
      title: ['评价中的高频词', 'Frequent words in reviews'],
      frame: sampleFrameOf([
        names(['词', 'Word'], words),
        amounts(
          ['次数', 'Times'],
          plainStyle,
          words.map((_, index) => Math.round(4200 / (index + 1.6))),
        ),
      ]),
    };
  },
  table: ({ names, amounts }) => ({
    title: ['品类明细', 'Categories in detail'],
    frame: sampleFrameOf([
      names(['品类', 'Category'], categories),
      amounts(sales, money, [18_456_200, 12_893_400, 9_345_800, 7_214_600, 5_892_300, 3_127_900, 2_648_100, 1_984_500]),
      amounts(orders, plainStyle, [5210, 4120, 3890, 2310, 1720, 980, 640, 320]),
      amounts(['毛利率', 'Margin'], percentStyle, [0.12, 0.18, 0.42, 0.22, 0.51, 0.35, 0.38, null]),
    ]),
  }),
  pivot: ({ names, amounts }) => {
    const few = categories.slice(0, 5);
    const rows = pairs(few, channels);
    const amountOf = ([category, channel]: readonly [SampleTexts, SampleTexts]) =>
      Math.round(9_000_000 / (categories.indexOf(category) + 1) / (channels.indexOf(channel) + 1));
    const sumOf = (subset: typeof rows) => subset.reduce((sum, row) => sum + amountOf(row), 0);
    const ofCategory = (values: SampleTexts[]) => names(['品类', 'Category'], values);
    const ofChannel = (values: SampleTexts[]) => names(['渠道', 'Channel'], values);
    const byCategory = few.map((category) => sumOf(rows.filter(([each]) => each === category)));
    const byChannel = channels.map((channel) => sumOf(rows.filter(([, each]) => each === channel)));
    return {
      title: ['品类与渠道', 'Categories by channel'],
      frame: sampleFrameOf(
        [
          ofCategory(rows.map(([category]) => category)),
          ofChannel(rows.map(([, channel]) => channel)),
          amounts(sales, money, rows.map(amountOf)),
        ],
        {
          totals: [
            totalOf([ofCategory(few), amounts(sales, money, byCategory)]),
            totalOf([ofChannel(channels), amounts(sales, money, byChannel)]),
            totalOf([amounts(sales, money, [sumOf(rows)])]),
          ],
        },
      ),
    };
  },
  world: ({ names, amounts }) => {
    const countries: SampleTexts[] = [
      ['中国', 'China'],
      ['美国', 'United States'],
      ['日本', 'Japan'],
      ['德国', 'Germany'],
      ['巴西', 'Brazil'],
      ['印度', 'India'],
      ['澳大利亚', 'Australia'],
      ['法国', 'France'],
      ['英国', 'UK'],
      ['俄罗斯', 'Russia'],
      ['加拿大', 'Canada'],
      ['墨西哥', 'Mexico'],
      ['印度尼西亚', 'Indonesia'],
      ['沙特阿拉伯', 'Saudi Arabia'],
      ['南非', 'South Africa'],
      ['埃及', 'Egypt'],
      ['韩国', 'KR'],
      ['泰国', 'TH'],
      ['西班牙', 'ESP'],
      ['亚特兰蒂斯', 'Atlantis'],
    ];
    return {
      title: ['各国访问量', 'Visits by country'],
      frame: sampleFrameOf([
        names(['国家', 'Country'], countries),
        amounts(
          ['访问量', 'Visits'],
          plainStyle,
          countries.map((_, index) => Math.round(1_860_000 / (index + 1.2))),
        ),
      ]),
    };
  },
  china: ({ names, amounts }) => {
    const provinces: SampleTexts[] = [
      ['广东省', 'Guangdong'],
      ['江苏', 'Jiangsu'],
      ['浙江', 'Zhejiang'],
      ['山东省', 'Shandong'],
      ['上海市', 'Shanghai'],
      ['北京', 'Beijing'],
      ['四川', 'Sichuan'],
      ['河南', 'Henan'],
      ['湖北', 'Hubei'],
      ['福建', 'Fujian'],
      ['湖南', 'Hunan'],
      ['河北', 'Hebei'],
      ['安徽', 'Anhui'],
      ['陕西', 'Shaanxi'],
      ['辽宁', 'Liaoning'],
      ['重庆', 'Chongqing'],
      ['云南', 'Yunnan'],
      ['广西壮族自治区', 'Guangxi'],
      ['江西', 'Jiangxi'],
      ['内蒙古', 'Inner Mongolia'],
      ['新疆', 'Xinjiang'],
      ['黑龙江', 'Heilongjiang'],
      ['贵州', 'Guizhou'],
      ['吉林', 'Jilin'],
      ['甘肃', 'Gansu'],
      ['海南', 'Hainan'],
      ['西藏', 'Tibet'],
      ['香港', 'Hong Kong'],
      ['台湾', 'Taiwan'],
    ];
    return {
      title: ['各省销售额', 'Sales by province'],
      frame: sampleFrameOf([
        names(['省份', 'Province'], provinces),
        amounts(
          sales,
          money,
          provinces.map((_, index) => Math.round(3_600_000 + 26_000_000 * (1 - index / 29) ** 2)),
        ),
      ]),
    };
  },
} satisfies Record<string, (make: SampleBuilder) => SampleChart>;
