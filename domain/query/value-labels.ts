import { type Language, languageCodes } from '#domain/language.ts';
import type { ColumnType, Filter, Scalar, ValueLabels } from './query.ts';

/** The columns of the same dataset that name the values of a column, by language; null if none does. */
export type LabelColumns = Record<Language, string | null>;

export const maxLabelledValues = 10_000;
export const maxLabelLength = 200;

/** Only values that a person can name have labels: no amounts, no times. */
export const canHaveLabels = (type: ColumnType): boolean => type === 'text' || type === 'integer' || type === 'boolean';

/** The text that identifies a value in `ValueLabels`; undefined for an empty cell, which has no label. */
export function labelKeyOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value of a key, as filters and rows have it. */
export function valueOfKey(key: string, type: ColumnType): Scalar {
  if (type === 'boolean') return key === 'true';
  return type === 'integer' && Number.isSafeInteger(Number(key)) ? Number(key) : key;
}

const hasRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Keeps the direction of a right-to-left text from reordering the text around it. */
export const isolate = (text: string): string => (hasRightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/** A label that another value has too, with its value, so that the two can be told apart. */
const distinctLabel = (label: string, key: string) => `${isolate(label)} (${isolate(key)})`;

const labelIn = (label: ValueLabels[string], language: Language, key: string) => label[language] || key;

/**
 * Labels as readers see them: two values never have the same text. A label that is the text of another value, which may
 * have no label itself (`others`), is followed by its own value.
 */
export function distinctLabelsOf(labels: ValueLabels, others: Iterable<string> = []): ValueLabels {
  const keys = Object.keys(labels);
  const texts = Object.fromEntries(keys.map((key) => [key, { en_US: '', zh_CN: '' }]));
  for (const language of languageCodes) {
    const uses = new Map<string, number>();
    const count = (text: string) => uses.set(text, (uses.get(text) ?? 0) + 1);
    for (const key of keys) count(labelIn(labels[key]!, language, key));
    for (const key of others) if (!Object.hasOwn(labels, key)) count(key);
    for (const key of keys) {
      const label = labelIn(labels[key]!, language, key);
      texts[key]![language] = label !== key && uses.get(label)! > 1 ? distinctLabel(label, key) : label;
    }
  }
  return texts;
}

/** The text of a value in a language; undefined if it has no label. */
export function labelOfValue(labels: ValueLabels | undefined, value: unknown, language: Language): string | undefined {
  const key = labelKeyOf(value);
  if (labels === undefined || key === undefined || !Object.hasOwn(labels, key)) return undefined;
  return labels[key]![language] || undefined;
}

/** Values that a filter names, by column. */
export function namedValuesOf(filter: Filter): [column: string, values: Scalar[]][] {
  if ('filters' in filter) return filter.filters.flatMap(namedValuesOf);
  if ('filter' in filter) return namedValuesOf(filter.filter);
  if ('values' in filter) return [[filter.column, filter.values]];
  return filter.op === 'equals' || filter.op === 'not_equals' ? [[filter.column, [filter.value]]] : [];
}

/** Whether a cell is the header of the column of values in a file of labels. */
export const isValueHeader = (cell: string): boolean =>
  /^(?:value|values|code|key|值|原值|取值|代码|编码)$/i.test(cell);
