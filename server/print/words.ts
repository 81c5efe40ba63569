import type { Language } from '#domain/language.ts';

/** The texts of exported files that do not come from the dashboard. */
export type PrintWords = {
  untitled: string;
  tab: (number: number) => string;
  time: string;
  compare: string;
  filters: string;
  picked: string;
  steps: string;
  all: string;
  madeAt: string;
  madeBy: string;
  freshness: string;
  latestRow: string;
  late: string;
  expectedBy: (moment: string) => string;
  createdNote: (moment: string) => string;
  sheets: string;
  kind: string;
  note: string;
  cover: string;
  text: string;
  sql: string;
  page: (number: number, of: number) => string;
  more: (rows: string) => string;
  moreColumns: (columns: string) => string;
  cutOff: (rows: string) => string;
  tooLarge: (rows: string) => string;
  target: (value: string) => string;
  value: string;
  rest: string;
  total: string;
  unanswered: string;
  undrawable: string;
};

const english: PrintWords = {
  untitled: 'Untitled dashboard',
  tab: (number) => `Tab ${number}`,
  time: 'Time',
  compare: 'Compared with',
  filters: 'Filters',
  picked: 'Selected',
  steps: 'Drilled down to',
  all: 'all',
  madeAt: 'Exported',
  madeBy: 'Exported by',
  freshness: 'Data loaded',
  latestRow: 'Latest row',
  late: 'Late',
  expectedBy: (moment) => `expected by ${moment}`,
  createdNote: (moment) => `Exported ${moment}`,
  sheets: 'Sheets',
  kind: 'Chart',
  note: 'Note',
  cover: 'Overview',
  text: 'Text',
  sql: 'SQL',
  page: (number, of) => `Page ${number} of ${of}`,
  more: (rows) => `and ${rows} more`,
  moreColumns: (columns) => (columns === '1' ? '1 more column' : `${columns} more columns`),
  cutOff: (rows) => `Truncated after ${rows} rows; there are more.`,
  tooLarge: (rows) => `Only the first ${rows} rows, to keep the file size down.`,
  target: (value) => `Target ${value}`,
  value: 'Value',
  rest: 'Other',
  total: 'Total',
  unanswered: 'This card didn’t load. Export the dashboard again.',
  undrawable: 'This card couldn’t be drawn.',
};

const chinese: PrintWords = {
  untitled: '未命名仪表盘',
  tab: (number) => `标签页 ${number}`,
  time: '时间',
  compare: '对比',
  filters: '筛选',
  picked: '选中',
  steps: '下钻',
  all: '全部',
  madeAt: '导出时间',
  madeBy: '导出人',
  freshness: '数据载入',
  latestRow: '最新一行',
  late: '数据延迟',
  expectedBy: (moment) => `预期 ${moment} 前更新`,
  createdNote: (moment) => `导出于 ${moment}`,
  sheets: '工作表',
  kind: '图表',
  note: '说明',
  cover: '概览',
  text: '文本',
  sql: 'SQL',
  page: (number, of) => `第 ${number} 页，共 ${of} 页`,
  more: (rows) => `还有 ${rows} 行`,
  moreColumns: (columns) => `另有 ${columns} 列`,
  cutOff: (rows) => `仅含前 ${rows} 行，其余未列出。`,
  tooLarge: (rows) => `为避免文件过大，仅含前 ${rows} 行。`,
  target: (value) => `目标 ${value}`,
  value: '值',
  rest: '其余',
  total: '总计',
  unanswered: '该卡片没有返回结果，请重新导出。',
  undrawable: '该卡片无法绘制。',
};

export const printWords: Record<Language, PrintWords> = { en_US: english, zh_CN: chinese };
