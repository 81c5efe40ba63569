import type { LocalizedText } from '#domain/columns/column.ts';
import type { Language } from '#domain/language.ts';

type NamedWithLabel = { name: string; label: LocalizedText };

/** The label of a dataset or column in a language, or else its name. */
export function labelOf({ name, label }: NamedWithLabel, language: Language): string {
  return label[language] || name;
}

/** A file name without its format extensions. */
export function stemOf(file: string): string {
  const stem = file.replace(/(\.(csv|tsv|txt|json|ndjson|jsonl|parquet|xlsx|gz|gzip|zip))+$/i, '').trim();
  return stem || file;
}

/** The name itself, or the name with the first free number. */
export function freeName(name: string, taken: string[]): string {
  const isTaken = (candidate: string) => taken.some((each) => each.toLowerCase() === candidate.toLowerCase());
  const base = name.slice(0, 95);
  if (!isTaken(base)) return base;
  let number = 2;
  while (isTaken(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}

/** A file name cut to a hundred characters, with its extension. */
export function shortFileName(name: string): string {
  if (name.length <= 100) return name;
  const end = /(\.\w{1,8}){0,2}$/.exec(name)?.[0] ?? '';
  return name.slice(0, 100 - end.length) + end;
}
