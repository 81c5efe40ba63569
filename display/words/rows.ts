import type { Language } from '#domain/language.ts';
import type { RowsQuerySpec } from '#domain/query/query.ts';
import { columnLabel, findColumn, han, inlineLabel, type QuerySubject } from './subject.ts';

type RowsOrder = 'newest' | 'oldest' | 'largest' | 'smallest' | 'plain';

function rowsOrderOf(subject: QuerySubject, { order: [first] }: RowsQuerySpec): RowsOrder {
  if (!first) return 'plain';
  const type = findColumn(subject, first.column)?.type;
  const isDown = first.direction === 'descending';
  if (type === 'time' || type === 'date') return isDown ? 'newest' : 'oldest';
  return isDown ? 'largest' : 'smallest';
}

type RowsPhrase = (count: number | null, by: string) => string;

const rowsPhrase = (count: number | null) => (count ? `${count} ${count === 1 ? 'row' : 'rows'}` : 'rows');

const words: Record<Language, Record<RowsOrder, RowsPhrase>> = {
  en_US: {
    newest: (count) => `newest ${rowsPhrase(count)}`,
    oldest: (count) => `oldest ${rowsPhrase(count)}`,
    largest: (count, by) => `${rowsPhrase(count)} with the largest ${by}`,
    smallest: (count, by) => `${rowsPhrase(count)} with the smallest ${by}`,
    plain: rowsPhrase,
  },
  zh_CN: {
    newest: (count) => (count ? han`最新${count}条明细` : '最新明细'),
    oldest: (count) => (count ? han`最早${count}条明细` : '最早明细'),
    largest: (count, by) => (count ? han`${by}最大的${count}条明细` : han`${by}最大的明细`),
    smallest: (count, by) => (count ? han`${by}最小的${count}条明细` : han`${by}最小的明细`),
    plain: (count) => (count ? han`${count}条明细` : '明细'),
  },
};

// A limit from this on is a safety limit, not part of the question.
const safetyLimit = 1000;

/** Title of plain rows: "newest 20 rows", 「最新 20 条明细」. */
export function rowsWords(subject: QuerySubject, spec: RowsQuerySpec, language: Language): string {
  const by = spec.order[0] ? inlineLabel(columnLabel(subject, spec.order[0].column, language), language) : '';
  return words[language][rowsOrderOf(subject, spec)](spec.limit < safetyLimit ? spec.limit : null, by);
}
