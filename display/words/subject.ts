import type { ColumnFormat, DatasetColumn, LocalizedText } from '#domain/columns/column.ts';
import type { Language } from '#domain/language.ts';
import type { Formula, ValueLabels } from '#domain/query/query.ts';

/** A metric defined by the owner of a dataset. */
type NamedMetric = {
  id: string;
  name: string;
  label: LocalizedText;
  description: LocalizedText;
  format: ColumnFormat;
  unit: string;
  formula: Formula;
};

/** The schema that a query refers to: columns and metrics with labels and formats. */
export type QuerySubject = {
  columns: DatasetColumn[];
  metrics: NamedMetric[];
  /** Labels of values in filters, by column. */
  labels?: Record<string, ValueLabels> | undefined;
};

/** The schema of SQL, which refers to none, and of a dataset that is not visible. */
export const emptySubject: QuerySubject = { columns: [], metrics: [] };

type NameAndLabel = { name: string; label: LocalizedText };

/** Label of a dataset, column or metric in a language, else its name. */
export const labelOf = ({ name, label }: NameAndLabel, language: Language): string => label[language] || name;

/** Its label in both languages. */
export const textsOf = (subject: NameAndLabel): LocalizedText => ({
  en_US: labelOf(subject, 'en_US'),
  zh_CN: labelOf(subject, 'zh_CN'),
});

/** A user's text in a language, else in the other one. */
export const textOf = (texts: LocalizedText, language: Language): string =>
  texts[language] || texts.en_US || texts.zh_CN;

export const findColumn = (subject: QuerySubject, id: string) => subject.columns.find((each) => each.id === id);
export const findMetric = (subject: QuerySubject, id: string) => subject.metrics.find((each) => each.id === id);

/** The metric or column of a formula that consists of one. */
export function namedPartOf(subject: QuerySubject, formula: Formula) {
  if (formula.kind === 'metric') return findMetric(subject, formula.metric);
  return 'column' in formula ? findColumn(subject, formula.column) : undefined;
}

export const deletedColumn: Record<Language, string> = { en_US: 'deleted column', zh_CN: '已删除的列' };
export const deletedMetric: Record<Language, string> = { en_US: 'deleted metric', zh_CN: '已删除的指标' };

/** Label of a column; never its id. */
export function columnLabel(subject: QuerySubject, id: string, language: Language): string {
  const column = findColumn(subject, id);
  return column ? labelOf(column, language) : deletedColumn[language];
}

const inlineWord = (label: string) =>
  /^[A-Z][a-z]*(?![A-Za-z])/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** A label inside a sentence: "Amount" becomes "amount", "Product › Group" "product › group"; "SKU" and "iPhone" stay. */
export const inlineLabel = (label: string, language: Language): string =>
  language === 'en_US' ? label.split(' › ').map(inlineWord).join(' › ') : label;

/** Capitalises the first letter. */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const isHan = (character: string) => /[\u3400-\u9fff]/.test(character);
const isLatin = (character: string) => /[A-Za-z0-9]/.test(character);

/** Joins texts, with a space between Chinese characters and digits or Latin letters. */
export function joinHan(...texts: string[]): string {
  return texts.reduce((before, text) => {
    const [a, b] = [before.at(-1) ?? '', text.charAt(0)];
    const isJoint = (isHan(a) && isLatin(b)) || (isLatin(a) && isHan(b));
    return isJoint ? `${before} ${text}` : before + text;
  }, '');
}

/** Template tag for Chinese sentences with inserted texts. */
export const han = (words: TemplateStringsArray, ...texts: (string | number)[]): string =>
  joinHan(
    ...words.flatMap((word, index) => (index < texts.length ? [word.trim(), String(texts[index])] : [word.trim()])),
  );

/** "a, b and c", or 「a、b和c」. */
export function listOf(items: string[], language: Language, word: 'and' | 'or' = 'and'): string {
  if (items.length < 2) return items.join('');
  const last = items.at(-1)!;
  const first = items.slice(0, -1);
  if (language === 'en_US') return `${first.join(', ')} ${word} ${last}`;
  return joinHan(first.join('、'), word === 'and' ? '和' : '或', last);
}
