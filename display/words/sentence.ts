import type { Language } from '#domain/language.ts';
import {
  type Compare,
  type DatasetAsk,
  type Dimension,
  type QueryOrder,
  type Period,
  type QueryAsk,
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

type SentenceContext = { subject: QuerySubject; ask: QueryAsk; language: Language };
type AnySentenceContext = {
  subject: QuerySubject;
  ask: DatasetAsk;
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
  const { subject, ask, language } = context;
  const measures = listOf(
    ask.measures.map((measure) => measureWords(subject, measure, language)),
    language,
  );
  const groups = listOf(
    ask.dimensions.map((dimension) => groupWords(context, dimension)),
    language,
  );
  if (language === 'en_US') return groups ? `${measures} by ${groups}` : measures;
  return groups ? han`按${groups}统计${measures}` : measures;
}

/** The exact compared window, if the query time is known. */
function exactWords({ ask, language, zone, now }: AnySentenceContext, { span, compare }: PeriodWithSpan): string {
  if (now === undefined) return '';
  const steps = ask.kind === 'query' ? stepsOfPeriod(ask) : [];
  return baseLabel({ span, compare, steps }, { now: Date.parse(now), zone }, language);
}

type PeriodWithSpan = Extract<Period, { kind: 'during' }>;

function periodWords(context: AnySentenceContext, period: PeriodWithSpan): string[] {
  const { subject, ask, language, zone } = context;
  const span = spanLabel(period.span, language, zone);
  const column = inlineLabel(columnLabel(subject, period.column, language), language);
  const named = ask.kind === 'rows' ? ask.order : ask.dimensions;
  const isPlain = isOnlyTime(subject, period.column) || named.some((each) => each.column === period.column);
  const compare: Compare = ask.kind === 'rows' ? { kind: 'none' } : period.compare;
  const against = compareLabel(compare, language);
  const exact = exactWords(context, { ...period, compare });
  if (language === 'en_US') {
    const when = isPlain ? span : `${column}: ${span}`;
    return compare.kind === 'none' ? [when] : [when, `compared with ${against}${exact && ` (${exact})`}`];
  }
  const when = isPlain ? han`时间为${span}` : han`${column}为${span}`;
  return compare.kind === 'none' ? [when] : [when, han`与${against}对比`, ...(exact ? [`即 ${exact}`] : [])];
}

function filterWords({ subject, ask, language, zone }: AnySentenceContext): string[] {
  if (ask.filters.length === 0) return [];
  const all = filterLabel(subject, { op: 'all', filters: ask.filters }, { language, zone });
  return [language === 'en_US' ? `where ${all}` : han`其中${all}`];
}

function measureOf({ subject, ask, language }: SentenceContext, id: string): string {
  const measure = ask.measures.find((each) => each.id === id);
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
  const { ask, language } = context;
  const dimension = ask.dimensions.find((each) => each.id === top.dimension);
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
  const { ask, language } = context;
  const [first] = ask.order;
  if (!first || isOrderOfTop(ask.top, first)) return [];
  if (first.kind === 'measure' && ask.limit <= maxStatedLimit) {
    const ranking = rankingOf(first.part, first.direction);
    const group = language === 'en_US' ? '' : '组合';
    return [rankings[language][ranking](ask.limit, measureOf(context, first.id), group)];
  }
  return [sortedWords(context, first)];
}

function sortedWords(context: SentenceContext, order: QueryOrder): string {
  const { ask, language } = context;
  const compare = ask.period.kind === 'during' ? ask.period.compare.kind : 'none';
  const dimension = ask.dimensions.find((each) => each.id === order.id);
  const by = order.kind === 'dimension' ? dimension && groupWords(context, dimension) : measureOf(context, order.id);
  const isChange = order.kind === 'measure' && order.part !== 'value';
  const part = isChange ? partLabel(order.part as 'base', compare, language) : '';
  const isDown = order.direction === 'descending';
  if (language === 'en_US') {
    const name = part ? `${part} of ${by}` : by;
    const way = order.kind === 'measure' ? (isDown ? 'largest' : 'smallest') : isDown ? 'last' : 'first';
    return `${way} ${name} first`;
  }
  return han`按${by ?? order.id}${part}${isDown ? '降序' : '升序'}`;
}

/** A query as a chart title: "Sum of amount by product and province". */
export function titleOf(subject: QuerySubject, ask: DatasetAsk, language: Language): string {
  if (ask.kind === 'rows') return capitalize(rowsWords(subject, ask, language));
  const title = capitalize(subjectWords({ subject, ask, language }));
  if (!isInTitle(ask)) return title;
  return language === 'en_US' ? `${title}, top ${ask.top.count}` : `${title}（前 ${ask.top.count} 名）`;
}

// A title that shows ten of three hundred must say so.
const isInTitle = (ask: QueryAsk): ask is QueryAsk & { top: MostTop } =>
  ask.top.kind === 'most' &&
  ask.top.others === 'left_out' &&
  ask.measures.length === 1 &&
  rankingOf(ask.top.part, ask.top.direction) === 'most';

/** A query as one sentence. With `now` it includes the exact compared window. */
export function sentenceOf(
  subject: QuerySubject,
  ask: DatasetAsk,
  { language, zone, now }: ReaderLocale & { now?: string },
): string {
  const context = { subject, ask, language, zone, now };
  const parts = [
    titleOf(subject, ask, language),
    ...(ask.period.kind === 'during' ? periodWords(context, ask.period) : []),
    ...filterWords(context),
  ];
  const ends = ask.kind === 'rows' ? [] : topAndOrderWords({ ...context, ask });
  const [comma, semicolon] = language === 'en_US' ? [', ', '; '] : ['，', '；'];
  return [parts.join(comma), ...ends].join(semicolon);
}

const topAndOrderWords = (context: SentenceContext): string[] => [
  ...(context.ask.top.kind === 'most' && !isInTitle(context.ask) ? [topWords(context, context.ask.top)] : []),
  ...orderWords(context),
];

/** What the title leaves out: period, filters, top N and order. Empty if nothing. */
export function detailOf(subject: QuerySubject, ask: DatasetAsk, locale: ReaderLocale): string {
  const rest = sentenceOf(subject, ask, locale).slice(titleOf(subject, ask, locale.language).length);
  return capitalize(rest.replace(/^[,;，；]\s*/, ''));
}
