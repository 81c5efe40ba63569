import type { Language } from '#domain/language.ts';
import type { Measure } from '#domain/query/query.ts';
import { formulaText } from './formula.ts';
import { namedPartOf, type QuerySubject, textOf } from './subject.ts';

/** Formula, unit and description of a measure; texts are empty if there are none. */
export function describeMeasure(subject: QuerySubject, { formula }: Measure, language: Language) {
  const named = namedPartOf(subject, formula);
  const isMetric = formula.kind === 'metric' && named && 'formula' in named;
  const isCounted = formula.kind === 'distinct';
  return {
    formula: formulaText(isMetric ? named.formula : formula, subject, language),
    unit: isCounted ? '' : (named?.unit ?? ''),
    description: named ? textOf(named.description, language) : '',
  };
}
