import type { Language } from '#contract/language.ts';
import {
  type Compare,
  type DatasetAsk,
  type Dimension,
  type Order,
  type Period,
  type QueryAsk,
  stepsOfPeriod,
  type Top,
} from '#contract/query.ts';
import { baseLabel } from './base.ts';
import { filterLabel, type Reader } from './filter.ts';
import { datePartLabel } from './grain.ts';
import { dimensionWords, measureWords, partLabel, stepWords } from './measure.ts';
import { rowsWords } from './rows.ts';
import { compareLabel, spanLabel } from './span.ts';
import { columnLabel, han, inline, listOf, type Subject, upright } from './subject.ts';

type Speaker = { subject: Subject; ask: QueryAsk; language: Language };
type AnySpeaker = { subject: Subject; ask: DatasetAsk; language: Language; zone: string; now?: string | undefined };

const isTime = (type: string) => type === 'time' || type === 'date';
const hasOneTime = ({ columns }: Subject) => columns.filter(({ type }) => isTime(type)).length < 2;

// Where there is but one time, "by month" says it all.
function groupWords({ subject, language }: Speaker, dimension: Dimension): string {
  if (dimension.kind === 'time' && hasOneTime(subject)) return stepWords(subject, dimension, language);
  if (dimension.kind === 'date_part' && hasOneTime(subject)) return datePartLabel(dimension.part, language);
  return dimensionWords(subject, dimension, language);
}

function subjectWords(speaker: Speaker): string {
  const { subject, ask, language } = speaker;
  const measures = listOf(
    ask.measures.map((measure) => measureWords(subject, measure, language)),
    language,
  );
  const groups = listOf(
    ask.dimensions.map((dimension) => groupWords(speaker, dimension)),
    language,
  );
  if (language === 'en_US') return groups ? `${measures} by ${groups}` : measures;
  return groups ? han`按${groups}统计${measures}` : measures;
}

/** Which time that is, where it is known when the question was asked. */
function exactWords({ ask, language, zone, now }: AnySpeaker, { span, compare }: During): string {
  if (now === undefined) return '';
  const steps = ask.kind === 'query' ? stepsOfPeriod(ask) : [];
  return baseLabel({ span, compare, steps }, { now: Date.parse(now), zone }, language);
}

type During = Extract<Period, { kind: 'during' }>;

function periodWords(speaker: AnySpeaker, period: During): string[] {
  const { subject, ask, language, zone } = speaker;
  const span = spanLabel(period.span, language, zone);
  const column = inline(columnLabel(subject, period.column, language), language);
  const named = ask.kind === 'rows' ? ask.order : ask.dimensions;
  const isPlain = hasOneTime(subject) || named.some((each) => each.column === period.column);
  const compare: Compare = ask.kind === 'rows' ? { kind: 'none' } : period.compare;
  const against = compareLabel(compare, language);
  const exact = exactWords(speaker, { ...period, compare });
  if (language === 'en_US') {
    const when = isPlain ? span : `${column}: ${span}`;
    return compare.kind === 'none' ? [when] : [when, `compared with ${against}${exact && ` (${exact})`}`];
  }
  const when = isPlain ? han`时间为${span}` : han`${column}为${span}`;
  return compare.kind === 'none' ? [when] : [when, han`与${against}对比`, ...(exact ? [`即 ${exact}`] : [])];
}

function filterWords({ subject, ask, language, zone }: AnySpeaker): string[] {
  if (ask.filters.length === 0) return [];
  const all = filterLabel(subject, { op: 'all', filters: ask.filters }, { language, zone });
  return [language === 'en_US' ? `where ${all}` : han`其中${all}`];
}

function measureOf({ subject, ask, language }: Speaker, id: string): string {
  const measure = ask.measures.find((each) => each.id === id);
  return measure ? measureWords(subject, measure, language) : id;
}

/** Most, least, and against the compared time: what rose or fell the most. */
export type Ranking = 'most' | 'least' | 'rose' | 'fell';

export function rankingOf(part: string, direction: Order['direction']): Ranking {
  const isChange = part === 'difference' || part === 'percent';
  if (direction === 'descending') return isChange ? 'rose' : 'most';
  return isChange ? 'fell' : 'least';
}

type RankWords = (count: number, measure: string, what: string) => string;

const rankings: Record<Language, Record<Ranking, RankWords>> = {
  en_US: {
    most: (count, measure, what) => `${what}top ${count} by ${measure}`,
    least: (count, measure, what) => `${what}lowest ${count} by ${measure}`,
    rose: (count, measure, what) => `${what}the ${count} whose ${measure} rose most`,
    fell: (count, measure, what) => `${what}the ${count} whose ${measure} fell most`,
  },
  zh_CN: {
    most: (count, measure, what) => han`只看${measure}最多的${count}个${what}`,
    least: (count, measure, what) => han`只看${measure}最少的${count}个${what}`,
    rose: (count, measure, what) => han`只看${measure}上升最多的${count}个${what}`,
    fell: (count, measure, what) => han`只看${measure}下降最多的${count}个${what}`,
  },
};

type MostTop = Extract<Top, { kind: 'most' }>;

function topWords(speaker: Speaker, top: MostTop): string {
  const { ask, language } = speaker;
  const dimension = ask.dimensions.find((each) => each.id === top.dimension);
  const name = dimension ? groupWords(speaker, dimension) : top.dimension;
  const ranking = rankingOf(top.part, top.direction);
  const what = language === 'en_US' ? `${name}: ` : name;
  const kept = rankings[language][ranking](top.count, measureOf(speaker, top.measure), what);
  if (top.others === 'left_out') return kept;
  return language === 'en_US' ? `${kept}, the rest as one` : `${kept}，其余合并`;
}

// A limit this low is meant; a higher one only keeps a picture from drowning.
const meantLimit = 1000;

// Who is told of the top need not be told that it comes first.
const isOrderOfTop = (top: Top, order: Order): boolean =>
  top.kind === 'most' &&
  order.kind === 'measure' &&
  order.id === top.measure &&
  order.part === top.part &&
  order.direction === top.direction;

function orderWords(speaker: Speaker): string[] {
  const { ask, language } = speaker;
  const [first] = ask.order;
  if (!first || isOrderOfTop(ask.top, first)) return [];
  if (first.kind === 'measure' && ask.limit <= meantLimit) {
    const ranking = rankingOf(first.part, first.direction);
    const what = language === 'en_US' ? '' : '组合';
    return [rankings[language][ranking](ask.limit, measureOf(speaker, first.id), what)];
  }
  return [sortedWords(speaker, first)];
}

function sortedWords(speaker: Speaker, order: Order): string {
  const { ask, language } = speaker;
  const compare = ask.period.kind === 'during' ? ask.period.compare.kind : 'none';
  const dimension = ask.dimensions.find((each) => each.id === order.id);
  const by = order.kind === 'dimension' ? dimension && groupWords(speaker, dimension) : measureOf(speaker, order.id);
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

/** A question in short, as a chart could be called: "Sum of amount by product and province". */
export function titleOf(subject: Subject, ask: DatasetAsk, language: Language): string {
  if (ask.kind === 'rows') return upright(rowsWords(subject, ask, language));
  const title = upright(subjectWords({ subject, ask, language }));
  if (!isInTitle(ask)) return title;
  return language === 'en_US' ? `${title}, top ${ask.top.count}` : `${title}（前 ${ask.top.count} 名）`;
}

// Whoever sees ten of three hundred must know at once.
const isInTitle = (ask: QueryAsk): ask is QueryAsk & { top: MostTop } =>
  ask.top.kind === 'most' &&
  ask.top.others === 'left_out' &&
  ask.measures.length === 1 &&
  rankingOf(ask.top.part, ask.top.direction) === 'most';

/** A whole question in one sentence. Who says when it was asked is told which time exactly it is compared with. */
export function sentenceOf(
  subject: Subject,
  ask: DatasetAsk,
  { language, zone, now }: Reader & { now?: string },
): string {
  const speaker = { subject, ask, language, zone, now };
  const parts = [
    titleOf(subject, ask, language),
    ...(ask.period.kind === 'during' ? periodWords(speaker, ask.period) : []),
    ...filterWords(speaker),
  ];
  const ends = ask.kind === 'rows' ? [] : keptWords({ ...speaker, ask });
  const [comma, semicolon] = language === 'en_US' ? [', ', '; '] : ['，', '；'];
  return [parts.join(comma), ...ends].join(semicolon);
}

const keptWords = (speaker: Speaker): string[] => [
  ...(speaker.ask.top.kind === 'most' && !isInTitle(speaker.ask) ? [topWords(speaker, speaker.ask.top)] : []),
  ...orderWords(speaker),
];

/** What the title leaves out: the time, the conditions, what is kept. Empty if the title says it all. */
export function detailOf(subject: Subject, ask: DatasetAsk, reader: Reader): string {
  const rest = sentenceOf(subject, ask, reader).slice(titleOf(subject, ask, reader.language).length);
  return upright(rest.replace(/^[,;，；]\s*/, ''));
}
