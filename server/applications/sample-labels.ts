import type { DatasetColumn } from '#domain/columns/column.ts';
import type { ValueLabels } from '#domain/query/query.ts';
import type { LabelColumns } from '#domain/query/value-labels.ts';
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

const typedLabels = (names: Names): ValueLabels =>
  Object.fromEntries(Object.entries(names).map(([value, [en_US, zh_CN]]) => [value, { en_US, zh_CN }]));

/** Labels of twin columns, as reading them from the first version gives. */
function twinLabels(chinese: DatasetColumn, english: DatasetColumn): SampleLabels[] {
  const pairs = sampleNames[chinese.name as keyof typeof sampleNames];
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
    const names = namesByColumn[column.name];
    if (names) return [{ columnId: column.id, source: null, labels: typedLabels(names), version: 0 }];
    const english = columns.find(({ name }) => name === `${column.name}_en`);
    return english && Object.hasOwn(sampleNames, column.name) ? twinLabels(column, english) : [];
  });
}
