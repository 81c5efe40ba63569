import { cardsOf, type ChartCard, type Dashboard, type LiveNumber } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { Language } from '#domain/language.ts';
import { emptyQuerySpec, type Formula } from '#domain/query/query.ts';
import { measureLabel } from '#display/words/measure.ts';
import { verifiedFirst } from '#display/words/verification.ts';

/** A number that a text can show. */
export type NumberOption = { key: string; text: string; number: Omit<LiveNumber, 'name'> };

function formulasOf({ columns, metrics }: Dataset): Formula[] {
  const numbers = columns.filter(({ type, role }) => (type === 'integer' || type === 'number') && role === 'measure');
  const dimensions = columns.filter(({ type, role }) => type !== 'json' && role === 'dimension');
  return [
    { kind: 'count' },
    ...metrics.toSorted(verifiedFirst).map(({ id }): Formula => ({ kind: 'metric', metric: id })),
    ...numbers.flatMap(({ id }): Formula[] =>
      (['sum', 'average', 'min', 'max'] as const).map((kind) => ({ kind, column: id })),
    ),
    // Numeric dimensions such as ids are counted, never summed.
    ...dimensions.map(({ id }): Formula => ({ kind: 'distinct', column: id })),
  ];
}

/** The measures of a dataset as a whole. */
export const numberOptionsOf = (dataset: Dataset, language: Language): NumberOption[] =>
  formulasOf(dataset).map((formula) => {
    const measure = { id: 'm1', formula, show: 'value' as const };
    return {
      key: JSON.stringify(formula),
      text: measureLabel(dataset, measure, language),
      number: { ask: { ...emptyQuerySpec(dataset.id), measures: [measure] }, style: null },
    };
  });

/** The number cards of a dashboard; a text can show the same number. */
export const numberCardsOf = (dashboard: Dashboard): ChartCard[] =>
  cardsOf(dashboard).filter((card): card is ChartCard => card.kind === 'chart' && card.chart.drawing.kind === 'figure');

export function numberOfCard({ chart: { ask: spec, drawing } }: ChartCard): Omit<LiveNumber, 'name'> {
  const first = spec.kind === 'query' ? spec.measures[0]?.id : undefined;
  return { ask: spec, style: (first && drawing.options.numbers?.[first]) || null };
}

/** The next unused name. */
export function freeName(taken: string[]): string {
  let number = 1;
  while (taken.includes(`n${number}`)) number += 1;
  return `n${number}`;
}

/** Names are Latin letters, digits, dashes and underscores. */
export const isName = (name: string): boolean => /^[\w-]{1,64}$/.test(name);
