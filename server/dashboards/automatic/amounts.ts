import type { ColumnProfile, DatasetColumn } from '#contract/datasets.ts';
import type { Formula } from '#contract/query.ts';

/** A column with what its values are like. */
export type Known = { column: DatasetColumn; profile: ColumnProfile };

/** A number worth showing. Only the parts of a sum that is never below zero make a whole. */
export type Amount = { formula: Formula; column: DatasetColumn | null; isSum: boolean; isPositive: boolean };

export const countOfRows: Amount = { formula: { kind: 'count' }, column: null, isSum: true, isPositive: true };

export const isNumeric = ({ type }: Pick<DatasetColumn, 'type'>) => type === 'integer' || type === 'number';

const place = /lat(itude)?$|lon(gitude)?$|lng$|[经纬]度$/i;
const level =
  /rate|ratio|percent|score|rating|grade|age$|price|salary|wage|temp|humid|pressure|volt|current|speed|level|latency|duration|elapsed|response|satisf|nps|balance|avg|average|mean|index|stock|density|pm\d|co2|[率分温湿压速龄级]$|评分|单价|价格|薪|工资|时长|耗时|满意|余额|均|指数|浓度|电压|电流|库存/i;
const flow =
  /amount|total|revenue|sales|income|cost|profit|fee|tax|paid|payment|spend|debit|credit|qty|quantity|(^|[_\s])count|units|bytes|views|clicks|visits|orders|金额|销售额|销量|收入|支出|成本|利润|费|税|付款|数量|件数|次数|流量|借方|贷方|营收|营业额|人数/i;
const main = /revenue|sales|amount|gmv|销售额|金额|营收|营业额|收入/i;

const wordsOf = ({ name, label }: DatasetColumn) => `${name} ${label.en_US} ${label.zh_CN}`;

/** The columns that can be measured, the most telling first. */
export function amountsOf(known: Known[]): Amount[] {
  return known
    .filter(isMeasured)
    .map((each) => ({ each, weight: weightOf(each) }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ each }) => amountOf(each));
}

const isMeasured = ({ column, profile }: Known) =>
  column.role === 'measure' && isNumeric(column) && profile.distinct > 1 && !place.test(column.name);

function weightOf({ column, profile }: Known): number {
  const words = wordsOf(column);
  const filled = 1 - profile.nulls / Math.max(1, profile.nulls + countOf(profile));
  const worth = (main.test(words) ? 3 : 0) + (column.format === 'currency' ? 2 : 0) + (flow.test(words) ? 1 : 0);
  // What adds up is the whole of something; a level says how it was.
  return (1 + worth) * filled * (addsUp({ column, profile }) ? 1 : 0.5);
}

const countOf = ({ histogram }: ColumnProfile) => histogram.reduce((sum, { count }) => sum + count, 0);

function amountOf({ column, profile }: Known): Amount {
  const isSum = addsUp({ column, profile });
  return {
    formula: { kind: isSum ? 'sum' : 'average', column: column.id },
    column,
    isSum,
    isPositive: Number(profile.min) >= 0,
  };
}

/** Money and quantities add up; prices, rates and readings do not. Where names tell nothing, the spread does. */
function addsUp({ column, profile }: Known): boolean {
  const words = wordsOf(column);
  if (column.format === 'percent') return false;
  if (level.test(words)) return flow.test(words) && !level.test(column.name);
  if (flow.test(words) || column.format === 'currency') return true;
  const { min, max, mean } = profile;
  if (typeof min !== 'number' || typeof max !== 'number' || mean === null) return true;
  // Readings stay near their mean; amounts have a long tail.
  return min < 0 || max > 4 * mean;
}

/** Whether a number is an answer on a small scale, such as one to five, whose spread tells more than its mean. */
export const isScaleOfFew = ({ column, profile }: Known) =>
  column.type === 'integer' &&
  column.role === 'measure' &&
  !flow.test(wordsOf(column)) &&
  profile.distinct >= 3 &&
  profile.distinct <= 11 &&
  typeof profile.min === 'number' &&
  typeof profile.max === 'number' &&
  profile.min >= 0 &&
  profile.max <= 10;
