import type { Language } from '#domain/language.ts';
import { type QuerySpec, nameOfPart, nameOfRest, measureParts, type BuiltQuerySpec } from '#domain/query/query.ts';
import { dimensionLabel, measureLabel, partLabel } from './measure.ts';
import { labelOf, type QuerySubject } from './subject.ts';

const rest: Record<Language, string> = { en_US: 'other', zh_CN: '其他' };

/** Column headers of a result in a file, by column name. SQL results keep their names. */
export function headerLabels(spec: QuerySpec, subject: QuerySubject, language: Language): Record<string, string> {
  if (spec.kind === 'sql') return {};
  if (spec.kind === 'query') return labelsOfQuery(spec, subject, language);
  return Object.fromEntries(subject.columns.map((column) => [column.id, labelOf(column, language)]));
}

function labelsOfQuery({ dimensions, measures, period }: BuiltQuerySpec, subject: QuerySubject, language: Language) {
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
    return measureParts.map((part) => [
      nameOfPart(measure.id, part),
      part === 'value' ? label : `${label} · ${partLabel(part, compare, language)}`,
    ]);
  });
  return Object.fromEntries([...ofDimensions, ...ofMeasures]) as Record<string, string>;
}
