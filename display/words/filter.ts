import type { Language } from '#domain/language.ts';
import type { ColumnType, ComparisonOperator, Filter, TextOperator, Scalar, ValueLabels } from '#domain/query/query.ts';
import { isolate, labelOfValue } from '#domain/query/value-labels.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { formatDay, formatMoment } from '#display/format/date.ts';
import { formatNumber } from '#display/format/number.ts';
import type { Look } from '#display/frame.ts';
import { datePartOf } from './grain.ts';
import { spanLabel } from './span.ts';
import { columnLabel, findColumn, han, inlineLabel, joinHan, listOf, type QuerySubject } from './subject.ts';

/** Language and time zone of the reader. */
export type ReaderLocale = Pick<Look, 'language' | 'zone'>;

type FilterOp =
  | ComparisonOperator
  | TextOperator
  | 'in'
  | 'not_in'
  | 'between'
  | 'not_between'
  | 'empty'
  | 'filled'
  | 'during'
  | 'date_part';

/** Operator names; `during`, `date_part` and ranges have their own form in a sentence. */
const opNames: Record<Language, Record<FilterOp, string>> = {
  en_US: {
    equals: 'is',
    not_equals: 'is not',
    less: 'is less than',
    at_most: 'is at most',
    greater: 'is greater than',
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

const timeOps: Record<Language, Partial<Record<FilterOp, string>>> = {
  en_US: { less: 'is before', at_most: 'is not after', greater: 'is after', at_least: 'is not before' },
  zh_CN: { less: '早于', at_most: '不晚于', greater: '晚于', at_least: '不早于' },
};

const isTime = (type: ColumnType | undefined) => type === 'time' || type === 'date';

/** Operator name for a column type: times are before and after each other. */
export const opLabel = (op: FilterOp, type: ColumnType | undefined, language: Language): string =>
  (isTime(type) ? timeOps[language][op] : undefined) ?? opNames[language][op];

const scalars: Record<Language, { yes: string; no: string; empty: string }> = {
  en_US: { yes: 'yes', no: 'no', empty: 'empty' },
  zh_CN: { yes: '是', no: '否', empty: '空' },
};

/** Type of a column and labels of its values, which decide how a value is shown. */
export type ColumnValueKind = { type?: ColumnType | undefined; labels?: ValueLabels | undefined };

/** The kind of the values of a column. */
export const valueKindOf = (subject: QuerySubject, column: string): ColumnValueKind => ({
  type: findColumn(subject, column)?.type,
  labels: subject.labels?.[column],
});

/** A value in a condition. */
export function valueLabel(value: Scalar, { type, labels }: ColumnValueKind, { language, zone }: ReaderLocale): string {
  const label = labelOfValue(labels, value, language);
  if (label !== undefined) return isolate(label);
  const words = scalars[language];
  if (value === null) return words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return formatNumber(value, language, 10);
  if (isTime(type)) return value.length > 10 ? formatMoment(value, zone) : formatDay(value);
  return value;
}

const maxListed = 3;

function valuesLabel(values: Scalar[], kind: ColumnValueKind, reader: ReaderLocale): string {
  const { language } = reader;
  const listed = values.slice(0, values.length > maxListed + 1 ? maxListed : values.length);
  const texts = listed.map((value) => valueLabel(value, kind, reader));
  if (texts.length === values.length) return listOf(texts, language, 'or');
  const rest = values.length - texts.length;
  return language === 'en_US'
    ? `${texts.join(', ')} or ${rest} more`
    : han`${texts.join('、')}等${values.length}项之一`;
}

function rangeLabel(from: string, to: string, language: Language): string {
  return language === 'en_US' ? `${from} and ${to}` : han`${from}和${to}之间`;
}

/** A group of conditions; nested groups are in brackets. */
function groupLabel(
  subject: QuerySubject,
  filter: Extract<Filter, { op: 'all' | 'any' }>,
  reader: ReaderLocale,
): string {
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
export function filterLabel(subject: QuerySubject, filter: Filter, reader: ReaderLocale): string {
  const { language } = reader;
  if ('filters' in filter) return groupLabel(subject, filter, reader);
  if ('filter' in filter) {
    const inner = filterLabel(subject, filter.filter, reader);
    return language === 'en_US' ? `not (${inner})` : `不满足（${inner}）`;
  }
  const kind = valueKindOf(subject, filter.column);
  const column = inlineLabel(columnLabel(subject, filter.column, language), language);
  if ('span' in filter) {
    const span = spanLabel(filter.span, language, reader.zone);
    return language === 'en_US' ? `${column}: ${span}` : `${column}：${span}`;
  }
  if (filter.op === 'date_part') return partLabel(column, filter, language);
  const op = opLabel(filter.op, kind.type, language);
  if ('from' in filter) {
    // Bounds are amounts or texts between values.
    const bounds = [filter.from, filter.to].map((value) => valueLabel(value, { type: kind.type }, reader));
    const [from, to] = bounds as [string, string];
    return spaced(language, column, op, rangeLabel(from, to, language));
  }
  if ('values' in filter) {
    return spaced(language, column, op, valuesLabel(filter.values, kind, reader));
  }
  if (!('value' in filter)) return spaced(language, column, op);
  const isNamed = filter.op === 'equals' || filter.op === 'not_equals';
  const value = valueLabel(filter.value, isNamed ? kind : { type: kind.type }, reader);
  if (filter.op === 'equals' && typeof filter.value === 'boolean' && !kind.labels) {
    return language === 'en_US' ? `${column}: ${value}` : `${column}：${value}`;
  }
  return spaced(language, column, op, isMatching(filter.op) ? `“${value}”` : value);
}

const isMatching = (op: string) => ['contains', 'not_contains', 'starts', 'ends'].includes(op);
