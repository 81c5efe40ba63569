import type { ExportFormat } from '#contract/asks.ts';
import { valuesOfPart } from '#contract/date-part.ts';
import type { Language } from '#contract/language.ts';
import type { Ask, DatePart } from '#contract/query.ts';
import { formatDatePart } from '#display/format/date-part.ts';

type Texts = Record<string, string>;

const textsOf = (part: DatePart, language: Language): Texts =>
  Object.fromEntries(valuesOfPart(part).map((value) => [value, formatDatePart(value, part, language)]));

/** Files for people name hours, weekdays and months; those for programs number them. */
export function valueTextsOf(ask: Ask, format: ExportFormat, language: Language): Record<string, Texts> {
  const isForPeople = format === 'csv' || format === 'xlsx';
  const dimensions = isForPeople && ask.kind === 'query' ? ask.dimensions : [];
  return Object.fromEntries(
    dimensions.flatMap((each) => (each.kind === 'date_part' ? [[each.id, textsOf(each.part, language)]] : [])),
  );
}
