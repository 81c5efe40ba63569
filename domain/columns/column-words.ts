/**
 * Words in column names that tell the kind of their numbers. English words match whole words, with names split at
 * spaces, signs and capitals; Chinese words match anywhere. This is the only place for such words.
 */
export type ColumnWords = { english: ReadonlySet<string>; chinese: RegExp };

const words = (english: string, chinese: RegExp): ColumnWords => ({ english: new Set(english.split(/\s+/)), chinese });

export const coordinateWords = words('lat latitude lon long lng longitude easting northing', /[经纬]度$/);

/** Identifiers: only the last English word is matched. */
export const identifierWords = words(
  `id ids uid uuid guid pid gid code codes cod no nr zip zipcode postcode postal phone telephone fax fips
  isbn issn sku upc ean ssn iata icao barcode serial imei flight tailnum invoice rank ranking key account port version
  status isin cusip asn ip mac route gate lane room platform batch lot ticket plate gtin hash`,
  /(?:号|号码|编号|编码|代码|条码|邮编|电话|序号|排名|名次|状态码?|批次)$/,
);

/** Categories that are often coded as numbers: 1 for women, 2 for men. */
export const codeWords = words(
  `sex gender race ethnicity state province region district county country city sector geo class category type kind
  group cluster segment species site origin department dept team occupation religion party stage treatment arm
  side marital dow`,
  /(?:性别|类别|类型|等级|级别|组别|班级|部门|省份?|城市|地区|区域|民族|学历|职业)$/,
);

export const yearWords = words('year yr fy', /(?:^年$|年份|年度|财年)/);

/** Calendar and clock parts with their range of values. */
export const calendarWords: { words: ColumnWords; from: number; to: number }[] = [
  { words: words('month mnth', /(?:^月$|月份$)/), from: 1, to: 12 },
  { words: words('day mday dayofmonth', /(?:^日$|几日$|日号$)/), from: 1, to: 31 },
  { words: words('yday doy dayofyear', /年内第几天$/), from: 0, to: 366 },
  { words: words('hour hr', /(?:^时$|小时段$|时段$|钟点$)/), from: 0, to: 24 },
  { words: words('minute', /^分$/), from: 0, to: 60 },
  { words: words('weekday dayofweek wday', /(?:星期|周)几?$/), from: 0, to: 7 },
  { words: words('week isoweek weekofyear', /(?:周次|第几周)$/), from: 0, to: 53 },
  { words: words('quarter qtr', /季度?$/), from: 1, to: 4 },
];

/** Clock times as one number, 1530: the last word, with values up to 2400. */
export const clockWords = words('time', /时间$/);

export const cumulativeWords = words('cumulative cum cumul running todate ytd mtd accumulated', /累计|累积|总计至/);

export const ratingWords = words(
  'rating ratings score scores scr stars star grade gpa nps satisfaction likert',
  /评分|得分|分数|成绩|总分|均分|打分|星级|满意|意愿|绩点/,
);

/** Values of one thing, place or moment: averaged, never summed. */
export const levelWords = words(
  `rate rates ratio percent percentage pct perc share per percap percapita capita avg average mean median unit price
  prices salary salaries wage wages temperature temp humidity humid pressure speed voltage density level index
  latency duration elapsed response age ages height weight width length depth size angle bearing elevation altitude
  mpg margin yield discount probability prob score bmi ph pm aqi co2 rpm hz dba efficiency intensity frequency concentration
  tenure experience exper delay gap min max minimum maximum std deviation variance percentile`,
  /率|比例|占比|百分比|比重|人均|每人|户均|平均|均值|均价|单价|价格|总价|价$|薪|工资|温|湿度|气压|压力|速|龄|时长|耗时|用时|周期|期限|指数|系数|浓度|密度|高度|重量|身高|体重|面积|长度|宽度|深度|电压|电流|折扣|级$|度$/,
);

/** State at a moment: adds up over things but not over time. */
export const stockWords = words(
  `population pop people inhabitants employees employed unemployed unemploy headcount staff subscribers inventory stock
  balance enrollment enrolment members assets debt capacity outstanding active`,
  /人口|库存|余额|结余|存量|现有|在职|在校|在册|在途|保有|员工数|会员数|存款|资产|负债/,
);

/** Amounts that add up. */
export const amountWords = words(
  `amount amt revenue sales sale turnover gmv gross cost costs expense expenses expenditure profit profits fee fees tax
  taxes paid payment payments spend spending budget debit credit net qty quantity count counts cnt freq units pieces bytes views
  clicks visits sessions orders impressions downloads installs uploads deaths births cases injuries injured killed
  casualties fatalities incidents accidents crimes passengers production output consumption generation emissions
  donations contributions votes goals wins volume tonnage rainfall precipitation precip rain snow overtime patents
  patent subtotal refunds refund bill tip tips pageviews uv pv gdp arrivals departures shipments exports imports`,
  /金额|总额|销售额|营业额|交易额|销量|收入|支出|成本|利润|费用|费$|税额|税$|付款|数量|件数|次数|人次|流量|借方|贷方|净额|营收|人数|新增|产量|产值|生产总值|消费|用量|访问量|浏览量|点击|下载|[^质重含剂]量$|[^差余]额$|[单户例台笔条场个]数$|^(?:UV|PV|GDP|GMV)$/i,
);

/** Words for headline numbers; a higher weight comes first. */
export const headlineWords: { words: ColumnWords; weight: number }[] = [
  {
    words: words(
      'revenue sales amount gmv gross turnover gdp realgdp',
      /销售额|金额|营收|营业额|交易额|收入|总额|产值|生产总值|GDP|GMV/i,
    ),
    weight: 6,
  },
  {
    words: words(
      `survived survive survival churn churned converted conversion default defaulted vote voted won success passed fraud
      fraudulent cancelled canceled returned died dead outcome target attrition readmitted readmission response
      subscribed purchased bought click clicked approved admitted`,
      /逾期|流失|复购|违约|成交|转化$|通过|存活|生还|离职|迟到|中标|录取|欺诈/,
    ),
    weight: 6,
  },
  {
    words: words(
      'price salary wage wages income earnings pay total rent fare delay',
      /单价|总价|价格|房价|薪|工资|总分|租金|延误/,
    ),
    weight: 3,
  },
  {
    words: words(
      `score scores testscr rating satisfaction deaths cases temperature temp aqi mpg gallon hwy cty rate unemployment
      unemp infl inflation profit profits cost budget passengers orders bill tip`,
      /评分|得分|成绩|满意|新增|温度|气温|AQI|PM2|失业率|利润|成本|人数|数量|销量/i,
    ),
    weight: 2,
  },
  {
    words: words(
      'age ages height size depth width length distance duration experience exper tenure years yrs index version',
      /龄|时长|期限|周期|面积|楼层|序/,
    ),
    weight: 0.5,
  },
];

/** Bounds of a number, ranked after the number itself. */
export const boundWords = words('min max minimum maximum low high std deviation', /最低|最高|最小|最大/);

/** Words of a name: without brackets, split at spaces, signs, digits and capitals. */
export function englishWordsOf(name: string): string[] {
  return withoutBrackets(name)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .flatMap((word) => gluedOf(word) ?? [word]);
}

/** Abbreviations that statistics prefix to a word: `poptotal`, `percollege`, `avgexp`. */
const glued = /^(pop|perc|pct|avg|tot|num)([a-z]{3,})$/;
const wholeWords = /^(?:popular|popularity|population|percen|percep|total|totals|number|numeric|numer)/;

function gluedOf(word: string): string[] | undefined {
  const [, prefix, rest] = (wholeWords.test(word) ? null : glued.exec(word)) ?? [];
  return prefix && rest ? [prefix, rest] : undefined;
}

/** A name reduced to its words, for comparison. */
export const plainName = (name: string): string => {
  const bare = withoutBrackets(name);
  return /\p{Script=Han}/u.test(bare) ? bare.replaceAll(/\s/g, '') : englishWordsOf(name).join(' ');
};

/** The name without these words; empty if it has none of them. */
export function withoutWords(name: string, { english, chinese }: ColumnWords): string {
  const bare = withoutBrackets(name);
  if (chinese.test(bare)) return bare.replace(chinese, '').replaceAll(/\s/g, '');
  const parts = englishWordsOf(name);
  const left = parts.filter((word) => !english.has(word));
  return left.length < parts.length ? left.join(' ') : '';
}

const withoutBrackets = (name: string) => name.replaceAll(/[（(【[][^）)】\]]*[）)】\]]/g, ' ').trim();

/** Whether one of these words is in a name. */
export const hasWord = (name: string, { english, chinese }: ColumnWords): boolean =>
  chinese.test(withoutBrackets(name)) || englishWordsOf(name).some((word) => english.has(word));

/** Whether a name ends with one of these words. */
export const endsWithWord = (name: string, { english, chinese }: ColumnWords): boolean =>
  chinese.test(withoutBrackets(name)) || english.has(englishWordsOf(name).at(-1) ?? '');
