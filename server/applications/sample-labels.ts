import type { DatasetColumn } from '#domain/columns/column.ts';
import type { ValueLabels } from '#domain/query/query.ts';
import type { LabelColumns } from '#domain/query/value-labels.ts';
import { customerNames } from '#engine/duckdb/sample-customers.ts';
import { sampleNames } from '#engine/duckdb/sample-goods.ts';

/** The labels of a column of the sample. */
type SampleLabels = { columnId: string; source: LabelColumns | null; labels: ValueLabels; version: number };

type Names = Record<string, [en: string, zh: string]>;

const sources: Names = {
  direct: ['Direct', '直接访问'],
  search: ['Search', '搜索'],
  social: ['Social', '社交媒体'],
  ads: ['Ads', '广告'],
  email: ['Email', '邮件'],
  livestream: ['Livestream', '直播'],
  'walk-in': ['Walk-in', '到店'],
};

/** Values that are the same in both languages, such as codes, have no labels. */
const namesByColumn: Record<string, Names> = {
  channel: { app: ['App', '应用'], web: ['Website', '网站'], store: ['Store', '门店'] },
  source: sources,
  status: {
    paid: ['Paid', '已付款'],
    shipped: ['Shipped', '已发货'],
    completed: ['Completed', '已完成'],
    refunded: ['Refunded', '已退款'],
    cancelled: ['Canceled', '已取消'],
  },
  level: {
    普通: ['Regular', '普通'],
    银卡: ['Silver', '银卡'],
    金卡: ['Gold', '金卡'],
    钻石: ['Diamond', '钻石'],
  },
  product_group: {
    饮品: ['Drinks', '饮品'],
    食品: ['Food', '食品'],
    器具: ['Teaware', '器具'],
    礼品: ['Gifts', '礼品'],
  },
  device: { phone: ['Phone', '手机'], desktop: ['Desktop', '电脑'], tablet: ['Tablet', '平板'] },
  page: {
    '/': ['Home', '首页'],
    '/live': ['Livestream', '直播间'],
    '/cold-brew': ['Cold brew', '冷泡茶饮'],
    '/gifts': ['Gift sets', '礼盒'],
    '/tea': ['Tea', '茶叶'],
    '/coffee': ['Coffee', '咖啡'],
    '/snacks': ['Snacks', '点心'],
    '/teaware': ['Teaware', '器具'],
  },
};

/** Names in both languages, by the column that holds the Chinese ones. The English ones can be in a second column. */
const chineseNames: Record<string, [zh: string, en: string][]> = { ...sampleNames, customer_name: customerNames };

const typedLabels = (names: Names): ValueLabels =>
  Object.fromEntries(Object.entries(names).map(([value, [en_US, zh_CN]]) => [value, { en_US, zh_CN }]));

/** Labels of a Chinese column and its English twin, as they would be read from the first version. */
function twinLabels(chinese: DatasetColumn, english: DatasetColumn): SampleLabels[] {
  const pairs = chineseNames[chinese.name]!;
  const labelsIn = (language: 'en_US' | 'zh_CN'): ValueLabels =>
    Object.fromEntries(
      pairs.map(([zh, en]) => (language === 'en_US' ? [zh, { en_US: en, zh_CN: '' }] : [en, { en_US: '', zh_CN: zh }])),
    );
  return [
    { columnId: chinese.id, source: { en_US: english.id, zh_CN: null }, labels: labelsIn('en_US'), version: 1 },
    { columnId: english.id, source: { en_US: null, zh_CN: chinese.id }, labels: labelsIn('zh_CN'), version: 1 },
  ];
}

/** The labels of a dataset of the sample, so that its values are in the language of the reader. */
export function sampleLabelsOf(columns: DatasetColumn[]): SampleLabels[] {
  return columns.flatMap((column): SampleLabels[] => {
    const english = columns.find(({ name }) => name === `${column.name}_en`);
    if (english) return twinLabels(column, english);
    const names = namesByColumn[column.name] ?? englishNamesOf(column.name);
    return names ? [{ columnId: column.id, source: null, labels: typedLabels(names), version: 0 }] : [];
  });
}

function englishNamesOf(column: string): Names | undefined {
  const pairs = chineseNames[column];
  return pairs && Object.fromEntries(pairs.map(([zh, en]) => [zh, [en, zh]]));
}
