import type { Language } from '#domain/language.ts';
import { type Ask, nameOfPart, nameOfRest, measureParts, type QueryAsk } from '#domain/query/query.ts';
import { dimensionLabel, measureLabel, partLabel } from './measure.ts';
import { labelOf, type QuerySubject } from './subject.ts';

const rest: Record<Language, string> = { en_US: 'other', zh_CN: '其他' };

/** Column headers of a result in a file, by column name. SQL results keep their names. */
export function headerLabels(ask: Ask, subject: QuerySubject, language: Language): Record<string, string> {
  if (ask.kind === 'sql') return {};
  if (ask.kind === 'query') return labelsOfQuery(ask, subject, language);
  return Object.fromEntries(subject.columns.map((column) => [column.id, labelOf(column, language)]));
}

function labelsOfQuery({ dimensions, measures, period }: QueryAsk, subject: QuerySubject, language: Language) {
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
