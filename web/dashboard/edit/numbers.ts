import { cardsOf, type ChartCard, type Dashboard, type LiveNumber } from '#contract/dashboard.ts';
import type { Dataset } from '#contract/datasets.ts';
import type { Language } from '#contract/language.ts';
import { emptyAsk, type Formula } from '#contract/query.ts';
import { measureLabel } from '#display/words/measure.ts';

/** A number that a text could show. */
export type Offer = { key: string; text: string; number: Omit<LiveNumber, 'name'> };

function formulasOf({ columns, metrics }: Dataset): Formula[] {
  const numbers = columns.filter(({ type, role }) => (type === 'integer' || type === 'number') && role === 'measure');
  const named = columns.filter(({ type, role }) => type !== 'json' && role === 'dimension');
  return [
    { kind: 'count' },
    ...metrics.map(({ id }): Formula => ({ kind: 'metric', metric: id })),
    ...numbers.flatMap(({ id }): Formula[] =>
      (['sum', 'average', 'min', 'max'] as const).map((kind) => ({ kind, column: id })),
    ),
    // Numbers that only name something, such as ids, are counted and never added up.
    ...named.map(({ id }): Formula => ({ kind: 'distinct', column: id })),
  ];
}

/** What can be measured of a dataset as a whole. */
export const offersOf = (dataset: Dataset, language: Language): Offer[] =>
  formulasOf(dataset).map((formula) => {
    const measure = { id: 'm1', formula, show: 'value' as const };
    return {
      key: JSON.stringify(formula),
      text: measureLabel(dataset, measure, language),
      number: { ask: { ...emptyAsk(dataset.id), measures: [measure] }, style: null },
    };
  });

/** The cards that show a single number: a text can show the same. */
export const figuresOf = (dashboard: Dashboard): ChartCard[] =>
  cardsOf(dashboard).filter((card): card is ChartCard => card.kind === 'chart' && card.chart.drawing.kind === 'figure');

export function numberOfFigure({ chart: { ask, drawing } }: ChartCard): Omit<LiveNumber, 'name'> {
  const first = ask.kind === 'query' ? ask.measures[0]?.id : undefined;
  return { ask, style: (first && drawing.options.numbers?.[first]) || null };
}

/** The next name that no number has. */
export function freeName(taken: string[]): string {
  let number = 1;
  while (taken.includes(`n${number}`)) number += 1;
  return `n${number}`;
}

/** A name may have letters of the Latin alphabet, digits, dashes and underscores. */
export const isName = (name: string): boolean => /^[\w-]{1,64}$/.test(name);
