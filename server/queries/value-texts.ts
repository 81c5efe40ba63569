import type { ExportFormat } from '#contract/queries/routes.ts';
import { valuesOfPart } from '#domain/time/date-part.ts';
import type { Language } from '#domain/language.ts';
import type { QuerySpec, DatePart } from '#domain/query/query.ts';
import { formatDatePart } from '#display/format/date-part.ts';

type ValueTexts = Record<string, string>;

const textsOf = (part: DatePart, language: Language): ValueTexts =>
  Object.fromEntries(valuesOfPart(part).map((value) => [value, formatDatePart(value, part, language)]));

/** The other formats are for programs. */
export const isForPeople = (format: ExportFormat): boolean => format === 'csv' || format === 'xlsx';

/** Names of hours, weekdays and months for CSV and Excel files; JSON and Parquet files contain their numbers. */
export function valueTextsOf(spec: QuerySpec, format: ExportFormat, language: Language): Record<string, ValueTexts> {
  const dimensions = isForPeople(format) && spec.kind === 'query' ? spec.dimensions : [];
  return Object.fromEntries(
    dimensions.flatMap((each) => (each.kind === 'date_part' ? [[each.id, textsOf(each.part, language)]] : [])),
  );
}
