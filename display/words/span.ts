import { wallOf, isBelowDay } from '#domain/time/calendar.ts';
import type { Language } from '#domain/language.ts';
import type { Compare, Grain, Span } from '#domain/query/query.ts';
import { countOfGrain, grainLabel } from './grain.ts';

type SpanWords = {
  /** The current, unfinished unit of a grain. */
  soFar: (grain: Grain) => string;
  whole: (grain: Grain) => string;
  /** The previous unit. */
  before: (grain: Grain) => string;
  last: (grain: Grain, count: number) => string;
  previous: (grain: Grain, count: number) => string;
  /** Like `last` and `previous`, anchored to the newest row. */
  lastOfData: (grain: Grain, count: number) => string;
  previousOfData: (grain: Grain, count: number) => string;
  upTo: (label: string, day: string) => string;
  range: (from: string, to: string) => string;
};

const isDay = ({ unit }: Grain) => unit === 'day';
const thisChinese: Record<Grain['unit'], string> = {
  minute: '这一分钟',
  hour: '这一小时',
  day: '今天',
  week: '本周',
  iso_week: '本周',
  month: '本月',
  quarter: '本季度',
  year: '今年',
  fiscal_year: '本财年',
};
const lastChinese: Record<Grain['unit'], string> = {
  minute: '上一分钟',
  hour: '上一小时',
  day: '昨天',
  week: '上周',
  iso_week: '上周',
  month: '上月',
  quarter: '上季度',
  year: '去年',
  fiscal_year: '上财年',
};

const words: Record<Language, SpanWords> = {
  en_US: {
    soFar: (grain) => (isDay(grain) ? 'today' : `this ${grainLabel(grain, 'en_US')} so far`),
    whole: (grain) => (isDay(grain) ? 'today' : `this ${grainLabel(grain, 'en_US')}`),
    before: (grain) => (isDay(grain) ? 'yesterday' : `last ${grainLabel(grain, 'en_US')}`),
    last: (grain, count) => `last ${countOfGrain(grain, count, 'en_US')}`,
    previous: (grain, count) => `the ${countOfGrain(grain, count, 'en_US')} before this one`,
    lastOfData: (grain, count) =>
      count === 1
        ? `the latest ${grainLabel(grain, 'en_US')} of data`
        : `last ${countOfGrain(grain, count, 'en_US')} of data`,
    previousOfData: (grain, count) =>
      `the ${count === 1 ? grainLabel(grain, 'en_US') : countOfGrain(grain, count, 'en_US')} before the latest in the data`,
    upTo: (label, day) => `${label} (up to ${day})`,
    range: (from, to) => `${from} to ${to}`,
  },
  zh_CN: {
    soFar: (grain) => `${thisChinese[grain.unit]}${isDay(grain) || isBelowDay(grain) ? '' : '至今'}`,
    whole: (grain) => thisChinese[grain.unit],
    before: (grain) => lastChinese[grain.unit],
    last: (grain, count) => `最近 ${countOfGrain(grain, count, 'zh_CN')}`,
    previous: (grain, count) => `${thisChinese[grain.unit]}之前的 ${countOfGrain(grain, count, 'zh_CN')}`,
    lastOfData: (grain, count) => `数据中最近 ${countOfGrain(grain, count, 'zh_CN')}`,
    previousOfData: (grain, count) =>
      `数据中最新一${countOfGrain(grain, 1, 'zh_CN').slice(2)}之前的 ${countOfGrain(grain, count, 'zh_CN')}`,
    upTo: (label, day) => `${label}（截至 ${day}）`,
    range: (from, to) => `${from} 至 ${to}`,
  },
};

type LastOrPreviousSpan = Extract<Span, { kind: 'last' | 'previous' }>;

/** "last 7 days of data"; with the date of the newest row if it and the zone are known. */
function anchoredLabel(
  { kind, grain, count, anchor }: LastOrPreviousSpan,
  language: Language,
  zone: string | undefined,
): string {
  const phrases = words[language];
  const label = kind === 'last' ? phrases.lastOfData(grain, count) : phrases.previousOfData(grain, count);
  if (typeof anchor !== 'object' || zone === undefined) return label;
  const wall = wallOf(Date.parse(anchor.end) - 1, zone);
  return phrases.upTo(label, new Date(wall).toISOString().slice(0, 10));
}

/** "last 7 days", 「本月至今」. */
export function spanLabel(span: Span, language: Language, zone?: string): string {
  const phrases = words[language];
  if ((span.kind === 'last' || span.kind === 'previous') && span.anchor) return anchoredLabel(span, language, zone);
  if (span.kind === 'range') return span.from === span.to ? span.from : phrases.range(span.from, span.to);
  const { grain } = span;
  if (span.kind === 'this') return span.until === 'now' ? phrases.soFar(grain) : phrases.whole(grain);
  if (span.kind === 'last') return span.count === 1 ? phrases.soFar(grain) : phrases.last(grain, span.count);
  return span.count === 1 ? phrases.before(grain) : phrases.previous(grain, span.count);
}

const compares: Record<Language, Record<Exclude<Compare['kind'], 'custom'>, string>> = {
  en_US: { none: 'no comparison', previous: 'the previous period', last_year: 'the same period last year' },
  zh_CN: { none: '不对比', previous: '上期（环比）', last_year: '去年同期（同比）' },
};

/** Label of the period that a span is compared with. */
export const compareLabel = (compare: Compare, language: Language): string =>
  compare.kind === 'custom' ? spanLabel(compare.span, language) : compares[language][compare.kind];

export const allTime: Record<Language, string> = { en_US: 'all time', zh_CN: '全部时间' };
