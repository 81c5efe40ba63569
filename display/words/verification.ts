import type { Dataset } from '#contract/datasets/routes.ts';
import type { Verification } from '#contract/datasets/verification.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { needsOfFormula } from '#domain/dashboard/uses.ts';
import type { Language } from '#domain/language.ts';
import type { QuerySpec, Formula } from '#domain/query/query.ts';
import { labelOf } from './subject.ts';

/** The mark of a dataset or metric with its name. */
export type NamedVerification = { name: string; verification: Verification };

type Verifiable = { name: string; label: LocalizedText; verification: Verification | null };

/** The mark of a dataset or metric, if it has one. */
export const marksOf = (subject: Verifiable, language: Language): NamedVerification[] =>
  subject.verification ? [{ name: labelOf(subject, language), verification: subject.verification }] : [];

/** Sorts verified ones before the others. */
export const verifiedFirst = (a: Verifiable, b: Verifiable): number =>
  Number(b.verification !== null) - Number(a.verification !== null);

/** The name with a check mark if it is verified, for lists that hold only text. */
export const markedName = (subject: Verifiable, language: Language): string =>
  `${labelOf(subject, language)}${subject.verification ? ' ✓' : ''}`;

type MarkedDataset = Pick<Dataset, 'name' | 'label' | 'verification' | 'metrics'>;

/** The items that a formula depends on and that can be verified: its metrics, and the dataset for everything else. */
function subjectsOf(formula: Formula, dataset: MarkedDataset) {
  const { metrics, columns } = needsOfFormula(formula);
  const metricSubjects = metrics.map((id) => dataset.metrics.find((metric) => metric.id === id));
  return columns.length > 0 || metrics.length === 0 ? [...metricSubjects, dataset] : metricSubjects;
}

/** The marks behind the numbers of a query; empty unless all of them are verified. */
export function verificationsOf(spec: QuerySpec, dataset: MarkedDataset, language: Language): NamedVerification[] {
  if (spec.kind !== 'query') return [];
  const subjects = new Set(spec.measures.flatMap(({ formula }) => subjectsOf(formula, dataset)));
  const marks = [...subjects].map((subject) => (subject ? marksOf(subject, language) : []));
  return marks.every((each) => each.length > 0) ? marks.flat() : [];
}
