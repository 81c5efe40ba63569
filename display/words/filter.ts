import type { Language } from '#contract/language.ts';
import type { ColumnType, Comparison, Filter, Matching, Scalar } from '#contract/query.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { formatDay, formatMoment } from '#display/format/date.ts';
import { formatNumber } from '#display/format/number.ts';
import type { Look } from '#display/frame.ts';
import { datePartOf } from './grain.ts';
import { spanLabel } from './span.ts';
import { columnLabel, findColumn, han, inline, joinHan, listOf, type Subject } from './subject.ts';

/** Who reads: in which language, and in which zone the moments are told. */
export type Reader = Pick<Look, 'language' | 'zone'>;

type Op =
  | Comparison
  | Matching
  | 'in'
  | 'not_in'
  | 'between'
  | 'not_between'
  | 'empty'
  | 'filled'
  | 'during'
  | 'date_part';

/** What a condition says of a column; `during`, `date_part` and ranges have their own form in a sentence. */
export const opNames: Record<Language, Record<Op, string>> = {
  en_US: {
    equals: 'is',
    not_equals: 'is not',
    less: 'is less than',
    at_most: 'is at most',
    greater: 'is more than',
    at_least: 'is at least',
    in: 'is',
    not_in: 'is not',
    between: 'is between',
    not_between: 'is not between',
    contains: 'contains',
    not_contains: 'does not contain',
    starts: 'starts with',
    ends: 'ends with',
    empty: 'is empty',
    filled: 'is not empty',
    during: 'is within',
    date_part: 'falls on',
  },
  zh_CN: {
    equals: '是',
    not_equals: '不是',
    less: '小于',
    at_most: '不超过',
    greater: '大于',
    at_least: '不少于',
    in: '是',
    not_in: '不是',
    between: '介于',
    not_between: '不介于',
    contains: '包含',
    not_contains: '不包含',
    starts: '开头是',
    ends: '结尾是',
    empty: '为空',
    filled: '不为空',
    during: '在',
    date_part: '每逢',
  },
};

const timeOps: Record<Language, Partial<Record<Op, string>>> = {
  en_US: { less: 'is before', at_most: 'is not after', greater: 'is after', at_least: 'is not before' },
  zh_CN: { less: '早于', at_most: '不晚于', greater: '晚于', at_least: '不早于' },
};

const isTime = (type: ColumnType | undefined) => type === 'time' || type === 'date';

/** What a condition is called for a column of a type: moments come before and after each other. */
export const opLabel = (op: Op, type: ColumnType | undefined, language: Language): string =>
  (isTime(type) ? timeOps[language][op] : undefined) ?? opNames[language][op];

const scalars: Record<Language, { yes: string; no: string; empty: string }> = {
  en_US: { yes: 'yes', no: 'no', empty: 'empty' },
  zh_CN: { yes: '是', no: '否', empty: '空' },
};

/** A value as it stands in a condition. */
export function valueLabel(value: Scalar, type: ColumnType | undefined, { language, zone }: Reader): string {
  const words = scalars[language];
  if (value === null) return words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return formatNumber(value, language, 10);
  if (isTime(type)) return value.length > 10 ? formatMoment(value, zone) : formatDay(value);
  return value;
}

const few = 3;

function valuesLabel(values: Scalar[], type: ColumnType | undefined, reader: Reader): string {
  const { language } = reader;
  const shown = values.slice(0, values.length > few + 1 ? few : values.length);
  const texts = shown.map((value) => valueLabel(value, type, reader));
  if (texts.length === values.length) return listOf(texts, language, 'or');
  const rest = values.length - texts.length;
  return language === 'en_US'
    ? `${texts.join(', ')} or ${rest} more`
    : han`${texts.join('、')}等${values.length}项之一`;
}

function rangeLabel(from: string, to: string, language: Language): string {
  return language === 'en_US' ? `${from} and ${to}` : han`${from}和${to}之间`;
}

/** Several conditions as one; those inside others are put in brackets. */
function groupLabel(subject: Subject, filter: Extract<Filter, { op: 'all' | 'any' }>, reader: Reader): string {
  const { language } = reader;
  const each = filter.filters.map((inner) => {
    const text = filterLabel(subject, inner, reader);
    const isGroup = 'filters' in inner && inner.filters.length > 1;
    return isGroup ? (language === 'en_US' ? `(${text})` : `（${text}）`) : text;
  });
  if (language === 'en_US') return each.join(filter.op === 'all' ? ' and ' : ' or ');
  const word = filter.op === 'all' ? '且' : '或';
  return joinHan(...each.flatMap((text, index) => (index === 0 ? [text] : [word, text])));
}

const spaced = (language: Language, ...texts: string[]) => (language === 'en_US' ? texts.join(' ') : joinHan(...texts));

/** "order date (day of week) is Tue or Sun", 「下单日期（星期几）是周二或周日」. */
function partLabel(
  column: string,
  { part, numbers }: Extract<Filter, { op: 'date_part' }>,
  language: Language,
): string {
  const values = numbers.map((number) => formatDatePart(number, part, language));
  return spaced(language, datePartOf(column, part, language), opNames[language].in, listOf(values, language, 'or'));
}

/** A condition in words: "province is Guangdong or Jiangsu", 「省份是广东或江苏」. */
export function filterLabel(subject: Subject, filter: Filter, reader: Reader): string {
  const { language } = reader;
  if ('filters' in filter) return groupLabel(subject, filter, reader);
  if ('filter' in filter) {
    const inner = filterLabel(subject, filter.filter, reader);
    return language === 'en_US' ? `not (${inner})` : `不满足（${inner}）`;
  }
  const type = findColumn(subject, filter.column)?.type;
  const column = inline(columnLabel(subject, filter.column, language), language);
  if ('span' in filter) {
    const span = spanLabel(filter.span, language, reader.zone);
    return language === 'en_US' ? `${column}: ${span}` : `${column}：${span}`;
  }
  if (filter.op === 'date_part') return partLabel(column, filter, language);
  const op = opLabel(filter.op, type, language);
  if ('from' in filter) {
    const [from, to] = [filter.from, filter.to].map((value) => valueLabel(value, type, reader)) as [string, string];
    return spaced(language, column, op, rangeLabel(from, to, language));
  }
  if ('values' in filter) {
    return spaced(language, column, op, valuesLabel(filter.values, type, reader));
  }
  if (!('value' in filter)) return spaced(language, column, op);
  const value = valueLabel(filter.value, type, reader);
  if (filter.op === 'equals' && typeof filter.value === 'boolean') {
    return language === 'en_US' ? `${column}: ${value}` : `${column}：${value}`;
  }
  return spaced(language, column, op, isMatching(filter.op) ? `“${value}”` : value);
}

const isMatching = (op: string) => ['contains', 'not_contains', 'starts', 'ends'].includes(op);
