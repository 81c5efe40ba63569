import type { Language } from '#contract/language.ts';
import type { RowsAsk } from '#contract/query.ts';
import { columnLabel, findColumn, han, inline, type Subject } from './subject.ts';

type Kind = 'newest' | 'oldest' | 'largest' | 'smallest' | 'plain';

function kindOf(subject: Subject, { order: [first] }: RowsAsk): Kind {
  if (!first) return 'plain';
  const type = findColumn(subject, first.column)?.type;
  const isDown = first.direction === 'descending';
  if (type === 'time' || type === 'date') return isDown ? 'newest' : 'oldest';
  return isDown ? 'largest' : 'smallest';
}

type Words = (count: number | null, by: string) => string;

const words: Record<Language, Record<Kind, Words>> = {
  en_US: {
    newest: (count) => (count ? `newest ${count} rows` : 'newest rows'),
    oldest: (count) => (count ? `oldest ${count} rows` : 'oldest rows'),
    largest: (count, by) => (count ? `${count} rows with the largest ${by}` : `rows with the largest ${by}`),
    smallest: (count, by) => (count ? `${count} rows with the smallest ${by}` : `rows with the smallest ${by}`),
    plain: (count) => (count ? `${count} rows` : 'rows'),
  },
  zh_CN: {
    newest: (count) => (count ? han`最新${count}条明细` : '最新明细'),
    oldest: (count) => (count ? han`最早${count}条明细` : '最早明细'),
    largest: (count, by) => (count ? han`${by}最大的${count}条明细` : han`${by}最大的明细`),
    smallest: (count, by) => (count ? han`${by}最小的${count}条明细` : han`${by}最小的明细`),
    plain: (count) => (count ? han`${count}条明细` : '明细'),
  },
};

// A limit this high only keeps a table from drowning.
const unmeantLimit = 1000;

/** What plain rows are called: "newest 20 rows", 「最新 20 条明细」. */
export function rowsWords(subject: Subject, ask: RowsAsk, language: Language): string {
  const by = ask.order[0] ? inline(columnLabel(subject, ask.order[0].column, language), language) : '';
  return words[language][kindOf(subject, ask)](ask.limit < unmeantLimit ? ask.limit : null, by);
}
