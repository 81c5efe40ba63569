import type { Language } from '#domain/language.ts';
import type { Aggregate, Compare, Dimension, Formula, Measure, MeasurePart } from '#domain/query/query.ts';
import { daysOf } from '#domain/time/time-steps.ts';
import { formatNumber } from '#display/format/number.ts';
import { datePartOf, grainLabel } from './grain.ts';
import {
  columnLabel,
  deletedMetric,
  findColumn,
  findMetric,
  han,
  inlineLabel,
  labelOf,
  type QuerySubject,
  capitalize,
} from './subject.ts';

type AggregateOfColumn = Exclude<Aggregate['kind'], 'count' | 'percentile'>;

const english: Record<AggregateOfColumn, (column: string) => string> = {
  sum: (column) => `sum of ${column}`,
  average: (column) => `average ${column}`,
  min: (column) => `minimum ${column}`,
  max: (column) => `maximum ${column}`,
  median: (column) => `median ${column}`,
  distinct: (column) => `distinct ${column}`,
};
const chinese: Record<AggregateOfColumn, (column: string) => string> = {
  sum: (column) => han`${column}合计`,
  average: (column) => han`${column}平均值`,
  min: (column) => han`${column}最小值`,
  max: (column) => han`${column}最大值`,
  median: (column) => han`${column}中位数`,
  distinct: (column) => han`${column}去重数`,
};
const ofColumn = { en_US: english, zh_CN: chinese };
const count: Record<Language, string> = { en_US: 'number of rows', zh_CN: '行数' };

/** Aggregate names without a column, for menus. */
export const aggregateNames: Record<Language, Record<Aggregate['kind'], string>> = {
  en_US: {
    count: 'Number of rows',
    sum: 'Sum',
    average: 'Average',
    median: 'Median',
    min: 'Minimum',
    max: 'Maximum',
    distinct: 'Distinct values',
    percentile: 'Percentile',
  },
  zh_CN: {
    count: '行数',
    sum: '合计',
    average: '平均值',
    median: '中位数',
    min: '最小值',
    max: '最大值',
    distinct: '去重数',
    percentile: '百分位',
  },
};

const percentOf = (fraction: number) => Number((fraction * 100).toFixed(4));

function ordinalOf(number: number): string {
  const ending = new Intl.PluralRules('en', { type: 'ordinal' }).select(number);
  return `${number}${{ one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }[ending]}`;
}

function percentileLabel(column: string, fraction: number, language: Language): string {
  const percent = percentOf(fraction);
  return language === 'en_US' ? `${ordinalOf(percent)} percentile of ${column}` : `${column} ${percent} 分位数`;
}

const signs = { add: '+', subtract: '−', multiply: '×', divide: '÷' } as const;
const isSum = ({ kind }: Formula) => kind === 'add' || kind === 'subtract';

/** A formula in words, for use inside a sentence. */
function formulaWords(subject: QuerySubject, formula: Formula, language: Language): string {
  if (formula.kind === 'count') return count[language];
  if (formula.kind === 'number') return formatNumber(formula.value, language);
  if (formula.kind === 'metric') {
    const metric = findMetric(subject, formula.metric);
    return metric ? inlineLabel(labelOf(metric, language), language) : deletedMetric[language];
  }
  if ('column' in formula) {
    const column = inlineLabel(columnLabel(subject, formula.column, language), language);
    if (formula.kind === 'percentile') return percentileLabel(column, formula.fraction, language);
    const isBoolean = findColumn(subject, formula.column)?.type === 'boolean';
    if (formula.kind === 'average' && isBoolean) return language === 'en_US' ? `% ${column}` : han`${column}占比`;
    return ofColumn[language][formula.kind](column);
  }
  const side = (each: Formula) => {
    const text = formulaWords(subject, each, language);
    return isSum(each) && !isSum(formula) ? (language === 'en_US' ? `(${text})` : `（${text}）`) : text;
  };
  return `${side(formula.left)} ${signs[formula.kind]} ${side(formula.right)}`;
}

const showPhrases: Record<Language, Record<Measure['show'], (label: string) => string>> = {
  en_US: {
    value: (label) => label,
    running: (label) => `running total of ${label}`,
    share: (label) => `share of ${label}`,
  },
  zh_CN: { value: (label) => label, running: (label) => han`累计${label}`, share: (label) => han`${label}占比` },
};

/** A measure in words, for use inside a sentence: "sum of amount", 「金额合计」. */
export const measureWords = (subject: QuerySubject, { formula, show }: Measure, language: Language): string =>
  showPhrases[language][show](formulaWords(subject, formula, language));

/** A measure as a label: "Sum of amount". A metric keeps its label. */
export function measureLabel(subject: QuerySubject, measure: Measure, language: Language): string {
  const { formula, show } = measure;
  const metric = formula.kind === 'metric' ? findMetric(subject, formula.metric) : undefined;
  return metric && show === 'value' ? labelOf(metric, language) : capitalize(measureWords(subject, measure, language));
}

type ComparisonPartNames = Record<Exclude<MeasurePart, 'value'>, string>;
const partNames: Record<Language, Record<Exclude<Compare['kind'], 'none'>, ComparisonPartNames>> = {
  en_US: {
    previous: { base: 'previous period', difference: 'change', percent: 'change %' },
    last_year: { base: 'last year', difference: 'change vs. last year', percent: 'change vs. last year %' },
    custom: { base: 'comparison period', difference: 'change', percent: 'change %' },
  },
  zh_CN: {
    previous: { base: '上期', difference: '环比增减', percent: '环比增减率' },
    last_year: { base: '去年同期', difference: '同比增减', percent: '同比增减率' },
    custom: { base: '对比期', difference: '增减', percent: '增减率' },
  },
};

/** Name of a comparison part: "change %", 「环比增减率」. */
export const partLabel = (part: Exclude<MeasurePart, 'value'>, compare: Compare['kind'], language: Language): string =>
  partNames[language][compare === 'none' ? 'custom' : compare][part];

/** "month"; the smallest step of a date is a day, whatever was queried. */
export function stepWords(
  subject: QuerySubject,
  { column, grain }: Extract<Dimension, { kind: 'time' }>,
  language: Language,
): string {
  const isWhole = findColumn(subject, column)?.type === 'date' && daysOf(grain) < 1;
  return grainLabel(isWhole ? { unit: 'day' } : grain, language);
}

export function dimensionWords(subject: QuerySubject, dimension: Dimension, language: Language): string {
  const column = inlineLabel(columnLabel(subject, dimension.column, language), language);
  const isEnglish = language === 'en_US';
  if (dimension.kind === 'value') return column;
  if (dimension.kind === 'time') {
    const grain = stepWords(subject, dimension, language);
    return isEnglish ? `${grain} of ${column}` : `${column}（${grain}）`;
  }
  if (dimension.kind === 'date_part') return datePartOf(column, dimension.part, language);
  if (dimension.kind === 'bins') return isEnglish ? `${column} in bins` : `${column}（分档）`;
  const width = formatNumber(dimension.width, language);
  return isEnglish ? `${column} in steps of ${width}` : `${column}（每 ${width} 一档）`;
}

/** A dimension as a label: above a column, on a pill. */
export function dimensionLabel(subject: QuerySubject, dimension: Dimension, language: Language): string {
  if (dimension.kind === 'value') return columnLabel(subject, dimension.column, language);
  return capitalize(dimensionWords(subject, dimension, language));
}
