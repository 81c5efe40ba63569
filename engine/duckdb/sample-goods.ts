import { quoteText } from '#engine/sql/quote.ts';

type BilingualName = { zh: string; en: string };
type ProductGroup = '饮品' | '食品' | '器具' | '礼品';
type Category = BilingualName & { code: string; group: ProductGroup; goods: [zh: string, en: string, price: number][] };

/** The categories of the sample shop. The last one is launched within the sample's time span. */
const categories: Category[] = [
  {
    code: 'TEA',
    group: '饮品',
    zh: '茶叶',
    en: 'Tea',
    goods: [
      ['西湖龙井', 'West Lake Longjing', 268],
      ['茉莉花茶', 'Jasmine Tea', 98],
      ['安溪铁观音', 'Anxi Tieguanyin', 168],
      ['云南普洱', "Yunnan Pu'er", 198],
      ['福鼎白茶', 'Fuding White Tea', 218],
      ['正山小种', 'Lapsang Souchong', 188],
      ['碧螺春', 'Biluochun', 238],
      ['祁门红茶', 'Keemun Black Tea', 158],
      ['凤凰单丛', 'Phoenix Dancong', 258],
      ['武夷大红袍', 'Wuyi Da Hong Pao', 328],
    ],
  },
  {
    code: 'COF',
    group: '饮品',
    zh: '咖啡',
    en: 'Coffee',
    goods: [
      ['挂耳咖啡', 'Drip Coffee Bags', 59],
      ['意式拼配豆', 'Espresso Blend', 78],
      ['云南日晒豆', 'Yunnan Natural Beans', 88],
      ['冻干咖啡粉', 'Freeze-Dried Coffee', 69],
      ['耶加雪菲', 'Ethiopia Yirgacheffe', 108],
      ['桂花拿铁粉', 'Osmanthus Latte Mix', 49],
      ['哥伦比亚慧兰', 'Colombia Huila', 98],
      ['苏门答腊曼特宁', 'Sumatra Mandheling', 92],
      ['低因咖啡豆', 'Decaf Beans', 96],
      ['巴拿马瑰夏', 'Panama Geisha', 298],
    ],
  },
  {
    code: 'SNK',
    group: '食品',
    zh: '点心',
    en: 'Snacks',
    goods: [
      ['蛋黄酥', 'Egg Yolk Pastry', 45],
      ['桂花糕', 'Osmanthus Cake', 32],
      ['抹茶曲奇', 'Matcha Cookies', 38],
      ['凤梨酥', 'Pineapple Cake', 48],
      ['混合坚果', 'Mixed Nuts', 56],
      ['绿豆糕', 'Mung Bean Cake', 29],
      ['海盐黑巧克力', 'Sea Salt Dark Chocolate', 42],
      ['核桃酥', 'Walnut Cookies', 26],
      ['芝麻糖', 'Sesame Brittle', 22],
      ['山楂条', 'Hawthorn Strips', 18],
    ],
  },
  {
    code: 'WAR',
    group: '器具',
    zh: '器具',
    en: 'Teaware',
    goods: [
      ['双层保温杯', 'Double-Wall Flask', 139],
      ['滤杯套装', 'Dripper Set', 89],
      ['青瓷盖碗', 'Celadon Gaiwan', 128],
      ['玻璃公道杯', 'Glass Serving Pitcher', 49],
      ['法压壶', 'French Press', 119],
      ['手冲壶', 'Gooseneck Kettle', 199],
      ['手摇磨豆机', 'Hand Grinder', 239],
      ['竹制茶盘', 'Bamboo Tea Tray', 159],
      ['咖啡电子秤', 'Brewing Scale', 149],
      ['紫砂壶', 'Yixing Teapot', 388],
    ],
  },
  {
    code: 'GFT',
    group: '礼品',
    zh: '礼盒',
    en: 'Gift sets',
    goods: [
      ['点心礼盒', 'Pastry Box', 138],
      ['坚果礼盒', 'Nut Box', 168],
      ['下午茶礼盒', 'Afternoon Tea Box', 238],
      ['咖啡品鉴盒', 'Coffee Tasting Box', 198],
      ['花茶礼盒', 'Flower Tea Box', 188],
      ['名茶四品', 'Four Famous Teas', 428],
      ['红茶礼盒', 'Black Tea Box', 268],
      ['茶具礼盒', 'Tea Set Box', 468],
      ['岩茶礼盒', 'Rock Tea Box', 528],
      ['企业定制礼盒', 'Corporate Gift Box', 588],
    ],
  },
  {
    code: 'CLD',
    group: '饮品',
    zh: '冷泡茶饮',
    en: 'Cold brew',
    goods: [
      ['冷泡茉莉', 'Cold Brew Jasmine', 59],
      ['冷萃美式', 'Cold Brew Black', 69],
      ['白桃乌龙', 'White Peach Oolong', 72],
      ['冷萃拿铁', 'Cold Brew Latte', 79],
      ['柠檬红茶', 'Lemon Black Tea', 62],
      ['葡萄绿茶', 'Grape Green Tea', 72],
      ['桂花冷萃', 'Osmanthus Cold Brew', 76],
      ['椰香冷萃', 'Coconut Cold Brew', 82],
      ['陈皮冷泡', 'Tangerine Peel Cold Brew', 68],
      ['缤纷组合装', 'Mixed Pack', 128],
    ],
  },
];

type City = { zh: string; en: string; province: [zh: string, en: string] };

/** By population, largest first. */
const cities: City[] = [
  { zh: '上海', en: 'Shanghai', province: ['上海', 'Shanghai'] },
  { zh: '北京', en: 'Beijing', province: ['北京', 'Beijing'] },
  { zh: '深圳', en: 'Shenzhen', province: ['广东', 'Guangdong'] },
  { zh: '广州', en: 'Guangzhou', province: ['广东', 'Guangdong'] },
  { zh: '杭州', en: 'Hangzhou', province: ['浙江', 'Zhejiang'] },
  { zh: '成都', en: 'Chengdu', province: ['四川', 'Sichuan'] },
  { zh: '重庆', en: 'Chongqing', province: ['重庆', 'Chongqing'] },
  { zh: '武汉', en: 'Wuhan', province: ['湖北', 'Hubei'] },
  { zh: '南京', en: 'Nanjing', province: ['江苏', 'Jiangsu'] },
  { zh: '苏州', en: 'Suzhou', province: ['江苏', 'Jiangsu'] },
  { zh: '西安', en: "Xi'an", province: ['陕西', 'Shaanxi'] },
  { zh: '长沙', en: 'Changsha', province: ['湖南', 'Hunan'] },
  { zh: '青岛', en: 'Qingdao', province: ['山东', 'Shandong'] },
  { zh: '厦门', en: 'Xiamen', province: ['福建', 'Fujian'] },
  { zh: '昆明', en: 'Kunming', province: ['云南', 'Yunnan'] },
  { zh: '哈尔滨', en: 'Harbin', province: ['黑龙江', 'Heilongjiang'] },
];

/** The names of the sample in Chinese and English, by the column that holds the Chinese. */
export const sampleNames: Record<'product' | 'name' | 'category' | 'city' | 'province', [zh: string, en: string][]> = {
  product: categories.flatMap(({ goods: list }) => list.map(([zh, en]): [string, string] => [zh, en])),
  name: categories.flatMap(({ goods: list }) => list.map(([zh, en]): [string, string] => [zh, en])),
  category: categories.map(({ zh, en }) => [zh, en]),
  city: cities.map(({ zh, en }) => [zh, en]),
  province: cities.map(({ province }) => province),
};

const rowOf = (...values: (string | number)[]) =>
  `(${values.map((value) => (typeof value === 'number' ? value : quoteText(value))).join(', ')})`;

/** The city of a customer or visitor by a number from 0 to 1: large cities have most of them. */
export const cityNumberOf = (chance: string) => `floor(16 * pow(${chance}, 1.9))::integer`;

const goods = categories.flatMap(({ code, group, zh, en, goods: list }, shelf) =>
  list.map(([name, english, price], rank) =>
    rowOf(shelf, rank, `${code}-${String(rank + 1).padStart(2, '0')}`, name, english, zh, en, group, price),
  ),
);

/** Tables of products and cities. The new category starts with four products, then adds one a month. */
export const goodsSql = [
  `create temp table cities as
   from (values ${cities.map(({ zh, en, province }, number) => rowOf(number, zh, en, ...province)).join(', ')})
     as t(city_number, city, city_en, province, province_en)`,
  `create temp table products as
   select *, round(price * (0.32 + 0.24 * chance(shelf * 10 + rank, 1)), 1) as cost,
     case when shelf = 5 then launch_day() + 30 * greatest(0, rank - 3)
       else first_day() - (40 + 1500 * chance(shelf * 10 + rank, 2))::integer end as launched_on
   from (values ${goods.join(', ')}) as t(shelf, rank, sku, name, name_en, category, category_en, product_group, price)`,
];
