import type { Language } from '#domain/language.ts';
import {
  type Compare,
  type DatasetQuerySpec,
  type Dimension,
  type QueryOrder,
  type Period,
  type BuiltQuerySpec,
  stepsOfPeriod,
  type Top,
} from '#domain/query/query.ts';
import { relationStepOf } from '#domain/query/relation.ts';
import { baseLabel } from './compare-labels.ts';
import { filterLabel, type ReaderLocale } from './filter.ts';
import { datePartLabel } from './grain.ts';
import { dimensionWords, measureWords, partLabel, stepWords } from './measure.ts';
import { rowsWords } from './rows.ts';
import { compareLabel, spanLabel } from './span.ts';
import { columnLabel, han, inlineLabel, listOf, type QuerySubject, capitalize } from './subject.ts';

type SentenceContext = { subject: QuerySubject; spec: BuiltQuerySpec; language: Language };
type AnySentenceContext = {
  subject: QuerySubject;
  spec: DatasetQuerySpec;
  language: Language;
  zone: string;
  now?: string | undefined;
};

const isTime = (type: string) => type === 'time' || type === 'date';
const isOwn = (column: string) => relationStepOf(column).relation === '';
/** Whether the dataset has no other time column; those of related datasets do not count. */
const isOnlyTime = ({ columns }: QuerySubject, column: string) =>
  isOwn(column) && columns.filter(({ id, type }) => isOwn(id) && isTime(type)).length < 2;

// With a single time column "by month" is enough.
function groupWords({ subject, language }: SentenceContext, dimension: Dimension): string {
  const isPlain = isOnlyTime(subject, dimension.column);
  if (dimension.kind === 'time' && isPlain) return stepWords(subject, dimension, language);
  if (dimension.kind === 'date_part' && isPlain) return datePartLabel(dimension.part, language);
  return dimensionWords(subject, dimension, language);
}

function subjectWords(context: SentenceContext): string {
  const { subject, spec, language } = context;
  const measures = listOf(
    spec.measures.map((measure) => measureWords(subject, measure, language)),
    language,
  );
  const groups = listOf(
    spec.dimensions.map((dimension) => groupWords(context, dimension)),
    language,
  );
  if (language === 'en_US') return groups ? `${measures} by ${groups}` : measures;
  return groups ? han`按${groups}统计${measures}` : measures;
}

/** The exact compared window, if the query time is known. */
function exactWords({ spec, language, zone, now }: AnySentenceContext, { span, compare }: PeriodWithSpan): string {
  if (now === undefined) return '';
  const steps = spec.kind === 'query' ? stepsOfPeriod(spec) : [];
  return baseLabel({ span, compare, steps }, { now: Date.parse(now), zone }, language);
}

type PeriodWithSpan = Extract<Period, { kind: 'during' }>;

function periodWords(context: AnySentenceContext, period: PeriodWithSpan): string[] {
  const { subject, spec, language, zone } = context;
  const span = spanLabel(period.span, language, zone);
  const column = inlineLabel(columnLabel(subject, period.column, language), language);
  const named = spec.kind === 'rows' ? spec.order : spec.dimensions;
  const isPlain = isOnlyTime(subject, period.column) || named.some((each) => each.column === period.column);
  const compare: Compare = spec.kind === 'rows' ? { kind: 'none' } : period.compare;
  const against = compareLabel(compare, language);
  const exact = exactWords(context, { ...period, compare });
  if (language === 'en_US') {
    const when = isPlain ? span : `${column}: ${span}`;
    return compare.kind === 'none' ? [when] : [when, `compared with ${against}${exact && ` (${exact})`}`];
  }
  const when = isPlain ? han`时间为${span}` : han`${column}为${span}`;
  return compare.kind === 'none' ? [when] : [when, han`与${against}对比`, ...(exact ? [`即 ${exact}`] : [])];
}

function filterWords({ subject, spec, language, zone }: AnySentenceContext): string[] {
  if (spec.filters.length === 0) return [];
  const all = filterLabel(subject, { op: 'all', filters: spec.filters }, { language, zone });
  return [language === 'en_US' ? `where ${all}` : han`其中${all}`];
}

function measureOf({ subject, spec, language }: SentenceContext, id: string): string {
  const measure = spec.measures.find((each) => each.id === id);
  return measure ? measureWords(subject, measure, language) : id;
}

/** Highest, lowest, or largest increase or decrease against the compared period. */
export type RankingKind = 'most' | 'least' | 'rose' | 'fell';

export function rankingOf(part: string, direction: QueryOrder['direction']): RankingKind {
  const isChange = part === 'difference' || part === 'percent';
  if (direction === 'descending') return isChange ? 'rose' : 'most';
  return isChange ? 'fell' : 'least';
}

type RankingPhrase = (count: number, measure: string, group: string) => string;

const rankings: Record<Language, Record<RankingKind, RankingPhrase>> = {
  en_US: {
    most: (count, measure, group) => `${group}top ${count} by ${measure}`,
    least: (count, measure, group) => `${group}bottom ${count} by ${measure}`,
    rose: (count, measure, group) =>
      count === 1 ? `${group}largest increase in ${measure}` : `${group}${count} largest increases in ${measure}`,
    fell: (count, measure, group) =>
      count === 1 ? `${group}largest decrease in ${measure}` : `${group}${count} largest decreases in ${measure}`,
  },
  zh_CN: {
    most: (count, measure, group) => han`只看${measure}最多的${count}个${group}`,
    least: (count, measure, group) => han`只看${measure}最少的${count}个${group}`,
    rose: (count, measure, group) => han`只看${measure}上升最多的${count}个${group}`,
    fell: (count, measure, group) => han`只看${measure}下降最多的${count}个${group}`,
  },
};

type MostTop = Extract<Top, { kind: 'most' }>;

function topWords(context: SentenceContext, top: MostTop): string {
  const { spec, language } = context;
  const dimension = spec.dimensions.find((each) => each.id === top.dimension);
  const name = dimension ? groupWords(context, dimension) : top.dimension;
  const ranking = rankingOf(top.part, top.direction);
  const group = language === 'en_US' ? `${name}: ` : name;
  const phrase = rankings[language][ranking](top.count, measureOf(context, top.measure), group);
  if (top.others === 'left_out') return phrase;
  return language === 'en_US' ? `${phrase}, others combined` : `${phrase}，其余合并`;
}

// A limit up to this is part of the question; a higher one is a safety limit.
const maxStatedLimit = 1000;

// The order of a top N is implied by it.
const isOrderOfTop = (top: Top, order: QueryOrder): boolean =>
  top.kind === 'most' &&
  order.kind === 'measure' &&
  order.id === top.measure &&
  order.part === top.part &&
  order.direction === top.direction;

function orderWords(context: SentenceContext): string[] {
  const { spec, language } = context;
  const [first] = spec.order;
  if (!first || isOrderOfTop(spec.top, first)) return [];
  if (first.kind === 'measure' && spec.limit <= maxStatedLimit) {
    const ranking = rankingOf(first.part, first.direction);
    const group = language === 'en_US' ? '' : '组合';
    return [rankings[language][ranking](spec.limit, measureOf(context, first.id), group)];
  }
  return [sortedWords(context, first)];
}

function sortedWords(context: SentenceContext, order: QueryOrder): string {
  const { spec, language } = context;
  const compare = spec.period.kind === 'during' ? spec.period.compare.kind : 'none';
  const dimension = spec.dimensions.find((each) => each.id === order.id);
  const by = order.kind === 'dimension' ? dimension && groupWords(context, dimension) : measureOf(context, order.id);
  const isChange = order.kind === 'measure' && order.part !== 'value';
  const part = isChange ? partLabel(order.part as 'base', compare, language) : '';
  const isDown = order.direction === 'descending';
  if (language === 'en_US') {
    const name = part ? `${part} of ${by}` : by;
    const rank = order.kind === 'measure' ? (isDown ? 'largest' : 'smallest') : isDown ? 'last' : 'first';
    return `${rank} ${name} first`;
  }
  return han`按${by ?? order.id}${part}${isDown ? '降序' : '升序'}`;
}

/** A query as a chart title: "Sum of amount by product and province". */
export function titleOf(subject: QuerySubject, spec: DatasetQuerySpec, language: Language): string {
  if (spec.kind === 'rows') return capitalize(rowsWords(subject, spec, language));
  const title = capitalize(subjectWords({ subject, spec, language }));
  if (!isInTitle(spec)) return title;
  return language === 'en_US' ? `${title}, top ${spec.top.count}` : `${title}（前 ${spec.top.count} 名）`;
}

// A title that shows ten of three hundred must say so.
const isInTitle = (spec: BuiltQuerySpec): spec is BuiltQuerySpec & { top: MostTop } =>
  spec.top.kind === 'most' &&
  spec.top.others === 'left_out' &&
  spec.measures.length === 1 &&
  rankingOf(spec.top.part, spec.top.direction) === 'most';

/** A query as one sentence. With `now` it includes the exact compared window. */
export function sentenceOf(
  subject: QuerySubject,
  spec: DatasetQuerySpec,
  { language, zone, now }: ReaderLocale & { now?: string },
): string {
  const context = { subject, spec, language, zone, now };
  const parts = [
    titleOf(subject, spec, language),
    ...(spec.period.kind === 'during' ? periodWords(context, spec.period) : []),
    ...filterWords(context),
  ];
  const ends = spec.kind === 'rows' ? [] : topAndOrderWords({ ...context, spec });
  const [comma, semicolon] = language === 'en_US' ? [', ', '; '] : ['，', '；'];
  return [parts.join(comma), ...ends].join(semicolon);
}

const topAndOrderWords = (context: SentenceContext): string[] => [
  ...(context.spec.top.kind === 'most' && !isInTitle(context.spec) ? [topWords(context, context.spec.top)] : []),
  ...orderWords(context),
];

/** The parts of the sentence that the title leaves out: period, filters, top N and order. May be empty. */
export function detailOf(subject: QuerySubject, spec: DatasetQuerySpec, locale: ReaderLocale): string {
  const rest = sentenceOf(subject, spec, locale).slice(titleOf(subject, spec, locale.language).length);
  return capitalize(rest.replace(/^[,;，；]\s*/, ''));
}
