import type { ColumnFormat, DatasetColumn, Texts } from '#contract/datasets.ts';
import type { Language } from '#contract/language.ts';
import type { Formula } from '#contract/query.ts';

/** A calculation that the owner of a dataset has named. */
export type NamedMetric = {
  id: string;
  name: string;
  label: Texts;
  format: ColumnFormat;
  unit: string;
  formula: Formula;
};

/** What a question is about: what its columns and metrics are called and how they are written. */
export type Subject = { columns: DatasetColumn[]; metrics: NamedMetric[] };

type Named = { name: string; label: Texts };

/** What a dataset, column or metric is called in a language: its label there, or the name that it came with. */
export const labelOf = ({ name, label }: Named, language: Language): string => label[language] || name;

/** A text of a person in a language, or in the other one if there is none. */
export const textOf = (texts: Texts, language: Language): string => texts[language] || texts.en_US || texts.zh_CN;

export const findColumn = (subject: Subject, id: string) => subject.columns.find((each) => each.id === id);
export const findMetric = (subject: Subject, id: string) => subject.metrics.find((each) => each.id === id);

export const deletedColumn: Record<Language, string> = { en_US: 'deleted column', zh_CN: '已删除的列' };
export const deletedMetric: Record<Language, string> = { en_US: 'deleted metric', zh_CN: '已删除的指标' };

/** What a column is called; ids are nothing to read. */
export function columnLabel(subject: Subject, id: string, language: Language): string {
  const column = findColumn(subject, id);
  return column ? labelOf(column, language) : deletedColumn[language];
}

/** A label as it stands inside a sentence: "Amount" becomes "amount", "SKU" and "iPhone" stay. */
export function inline(label: string, language: Language): string {
  return language === 'en_US' && /^[A-Z][a-z]*(?![A-Za-z])/.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
}

/** A sentence as it stands by itself. */
export const upright = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const isHan = (character: string) => /[\u3400-\u9fff]/.test(character);
const isLatin = (character: string) => /[A-Za-z0-9]/.test(character);

/** Texts side by side, with the space that Chinese sets between its own characters and figures or Latin letters. */
export function joinHan(...texts: string[]): string {
  return texts.reduce((before, text) => {
    const [a, b] = [before.at(-1) ?? '', text.charAt(0)];
    const isJoint = (isHan(a) && isLatin(b)) || (isLatin(a) && isHan(b));
    return isJoint ? `${before} ${text}` : before + text;
  }, '');
}

/** A Chinese sentence around texts of someone else's making. */
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
