import type { DatasetColumn, LocalizedText } from '#domain/columns/column.ts';
import type { SampleTable } from '#engine/duckdb/tasks.ts';

type SampleColumn = Omit<DatasetColumn, 'id'>;
type LabelPair = [en: string, zh: string];

/** A dataset of the sample, before ids are assigned. */
export type SampleDataset = {
  name: SampleTable;
  label: LocalizedText;
  description: LocalizedText;
  columns: SampleColumn[];
};

const textsOf = ([en_US, zh_CN]: LabelPair): LocalizedText => ({ en_US, zh_CN });

function column(
  name: string,
  label: LabelPair,
  description: LabelPair,
  rest: Partial<SampleColumn> = {},
): SampleColumn {
  const texts = { label: textsOf(label), description: textsOf(description) };
  return {
    name,
    type: 'text',
    role: 'dimension',
    format: 'plain',
    unit: '',
    aggregation: 'automatic',
    ...texts,
    ...rest,
  };
}

const integer = { type: 'integer' } as const;
const flag = { type: 'boolean' } as const;
const moment = { type: 'time', role: 'time' } as const;
const count = { type: 'integer', role: 'measure' } as const;
const money = { type: 'number', role: 'measure', format: 'currency', unit: '¥' } as const;
const share = { type: 'number', role: 'measure', format: 'percent' } as const;
const seconds = { type: 'integer', role: 'measure', format: 'duration' } as const;

/** Names are in Chinese; a second column holds the English. Labels show both in the language of the reader. */
const category = [
  column('category', ['Category', '类目'], ['The category of the product.', '商品所属的类目。']),
  column(
    'category_en',
    ['Category (English column)', '类目（英文列）'],
    ['The category of the product. Cold brew is the new one.', '类目的英文名称。冷泡茶饮是新上线的类目。'],
  ),
];
const city = [
  column('city', ['City', '城市'], ['The city of the customer.', '顾客所在的城市。']),
  column('city_en', ['City (English column)', '城市（英文列）'], ['The city of the customer.', '城市的英文名称。']),
  column('province', ['Province', '省份'], ['The province of the customer.', '顾客所在的省份或直辖市。']),
  column(
    'province_en',
    ['Province (English column)', '省份（英文列）'],
    ['The province of the customer.', '省份的英文名称。'],
  ),
];

const orders: SampleDataset = {
  name: 'orders',
  label: textsOf(['Orders', '订单']),
  description: textsOf([
    'Every order of a tea and coffee shop, online and in its stores: two years up to the moment the sample was loaded.',
    '一家茶与咖啡店的全部线上和门店订单，覆盖示例载入前的两年。',
  ]),
  columns: [
    column('id', ['Order', '订单号'], ['The number of the order.', '订单的编号。'], integer),
    column('ordered_at', ['Ordered at', '下单时间'], ['When the order was placed.', '顾客下单的时间。'], moment),
    column('sku', ['SKU', '货号'], ['Which product; the same as in Products.', '商品的货号，与“商品”中的货号对应。']),
    column('product', ['Product', '商品'], ['The name of the product.', '商品的名称。']),
    column(
      'product_en',
      ['Product (English column)', '商品（英文列）'],
      ['The name of the product.', '商品的英文名称。'],
    ),
    ...category,
    ...city,
    column(
      'channel',
      ['Channel', '渠道'],
      ['Where it was sold: app, web or store.', '成交的渠道：app（应用）、web（网站）或 store（门店）。'],
    ),
    column(
      'source',
      ['Source', '来源'],
      ['What brought the customer; walk-in for stores.', '顾客从哪里来；门店订单为 walk-in（到店）。'],
    ),
    column('quantity', ['Quantity', '件数'], ['How many pieces were bought.', '购买的件数。'], count),
    column(
      'amount',
      ['Amount', '金额'],
      ['Revenue: what was paid, after the discount.', '销售额：折扣后的实付金额。'],
      money,
    ),
    column(
      'discount',
      ['Discount', '折扣'],
      ['The part of the price that was taken off.', '减免占原价的比例。'],
      share,
    ),
    column(
      'status',
      ['Status', '状态'],
      [
        'The status of the order: paid, shipped, completed, refunded or cancelled.',
        '订单进度：paid（已付款）、shipped（已发货）、completed（已完成）、refunded（已退款）或 cancelled（已取消）。',
      ],
    ),
    column(
      'customer',
      ['Customer', '顾客'],
      ['The number of the customer, as in Customers.', '顾客的编号，与“顾客”中的编号对应。'],
    ),
    column(
      'visit',
      ['Visit', '访问'],
      [
        'The visit it came from, as in Visits; empty for stores.',
        '带来订单的访问，与“访问”中的编号对应；门店订单为空。',
      ],
      integer,
    ),
  ],
};

const visits: SampleDataset = {
  name: 'visits',
  label: textsOf(['Visits', '访问']),
  description: textsOf([
    'Every visit to the app and the website: weekends and evenings are busy, and there are a campaign and an outage to find.',
    '应用和网站的每一次访问：周末和晚间更热闹，还有一次营销活动和一次故障等您发现。',
  ]),
  columns: [
    column('id', ['Visit', '访问编号'], ['The number of the visit.', '访问的编号。'], integer),
    column('visited_at', ['Visited at', '访问时间'], ['When the visit began.', '访问开始的时间。'], moment),
    column('page', ['Landing page', '着陆页'], ['The page it began on.', '访问的第一个页面。']),
    column(
      'source',
      ['Source', '来源'],
      [
        'What brought the visitor: direct, search, social, ads, email or livestream.',
        '访客从哪里来：direct（直接访问）、search（搜索）、social（社交）、ads（广告）、email（邮件）或 livestream（直播）。',
      ],
    ),
    column('channel', ['Channel', '渠道'], ['App or website.', 'app（应用）或 web（网站）。']),
    column(
      'device',
      ['Device', '设备'],
      ['Phone, desktop or tablet.', 'phone（手机）、desktop（电脑）或 tablet（平板）。'],
    ),
    ...city,
    column('pages', ['Pages', '浏览页数'], ['How many pages were seen.', '这次访问浏览的页数。'], count),
    column('duration', ['Duration', '时长'], ['How long the visit took.', '这次访问持续的时间。'], seconds),
    column('is_new', ['New visitor', '新访客'], ['Whether it was their first visit.', '是否第一次来访。'], flag),
    column('converted', ['Converted', '已转化'], ['Whether it ended with an order.', '是否下了单。'], flag),
  ],
};

const products: SampleDataset = {
  name: 'products',
  label: textsOf(['Products', '商品']),
  description: textsOf([
    'What the shop sells. Cold brew was launched about eight months ago.',
    '店里出售的商品。冷泡茶饮大约在八个月前上线。',
  ]),
  columns: [
    column('sku', ['SKU', '货号'], ['The code of the product.', '商品的货号。']),
    column('name', ['Name', '名称'], ['The name of the product.', '商品的名称。']),
    column('name_en', ['Name (English column)', '名称（英文列）'], ['The name of the product.', '商品的英文名称。']),
    ...category,
    column(
      'product_group',
      ['Group', '大类'],
      ['The group of the product; each has one or more categories.', '商品所属的大类，每个大类包含一个或多个类目。'],
    ),
    column('price', ['Price', '售价'], ['What a piece costs before discounts.', '折扣前每件的售价。'], money),
    column('cost', ['Cost', '成本'], ['What a piece costs the shop.', '每件的成本。'], money),
    column('launched_on', ['Launched on', '上架日期'], ['When sales of the product started.', '开始销售的日期。'], {
      type: 'date',
      role: 'time',
    }),
  ],
};

const customers: SampleDataset = {
  name: 'customers',
  label: textsOf(['Customers', '顾客']),
  description: textsOf([
    'Everyone who has joined the loyalty programme of the shop, with their level.',
    '加入会员的全部顾客及其会员等级。',
  ]),
  columns: [
    column(
      'customer',
      ['Number', '编号'],
      ['The number of the customer; the same as in Orders.', '顾客的编号，与“订单”中的顾客对应。'],
    ),
    column('customer_name', ['Name', '姓名'], ['How the customer is addressed.', '对顾客的称呼。']),
    column('level', ['Level', '等级'], ['Regular, silver, gold or diamond.', '普通、银卡、金卡或钻石。']),
    ...city.filter(({ name }) => !name.endsWith('_en')),
    column('joined_on', ['Joined on', '入会日期'], ['When the customer joined.', '顾客成为会员的日期。'], {
      type: 'date',
      role: 'time',
    }),
  ],
};

/** The datasets of the sample; the engine generates the values of a column by its name. */
export const sampleDatasets = [orders, visits, products, customers];
