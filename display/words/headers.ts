import type { Language } from '#contract/language.ts';
import { type Ask, nameOfPart, nameOfRest, parts, type QueryAsk } from '#contract/query.ts';
import { dimensionLabel, measureLabel, partLabel } from './measure.ts';
import { labelOf, type Subject } from './subject.ts';

const rest: Record<Language, string> = { en_US: 'other', zh_CN: '其他' };

/** What the columns of an answer are called in a file, by their names in the answer. Those of SQL keep their names. */
export function headerLabels(ask: Ask, subject: Subject, language: Language): Record<string, string> {
  if (ask.kind === 'sql') return {};
  if (ask.kind === 'query') return labelsOfQuery(ask, subject, language);
  return Object.fromEntries(subject.columns.map((column) => [column.id, labelOf(column, language)]));
}

function labelsOfQuery({ dimensions, measures, period }: QueryAsk, subject: Subject, language: Language) {
  const compare = period.kind === 'during' ? period.compare.kind : 'none';
  const ofDimensions = dimensions.flatMap((dimension) => {
    const label = dimensionLabel(subject, dimension, language);
    return [
      [dimension.id, label],
      [nameOfRest(dimension.id), `${label} · ${rest[language]}`],
    ];
  });
  const ofMeasures = measures.flatMap((measure) => {
    const label = measureLabel(subject, measure, language);
    return parts.map((part) => [
      nameOfPart(measure.id, part),
      part === 'value' ? label : `${label} · ${partLabel(part, compare, language)}`,
    ]);
  });
  return Object.fromEntries([...ofDimensions, ...ofMeasures]) as Record<string, string>;
}
