import type { Texts } from '#contract/datasets.ts';
import type { Language } from '#contract/language.ts';

type Named = { name: string; label: Texts };

/** What a dataset or column is called in a language: its label there, or the name that it came with. */
export function labelOf({ name, label }: Named, language: Language): string {
  return label[language] || name;
}

/** The name of a file without what tells its format. */
export function stemOf(file: string): string {
  const stem = file.replace(/(\.(csv|tsv|txt|json|ndjson|jsonl|parquet|xlsx|gz|gzip|zip))+$/i, '').trim();
  return stem || file;
}

/** The name itself, or with the first number behind it that nobody has taken. */
export function freeName(name: string, taken: string[]): string {
  const isTaken = (candidate: string) => taken.some((each) => each.toLowerCase() === candidate.toLowerCase());
  const base = name.slice(0, 95);
  if (!isTaken(base)) return base;
  let number = 2;
  while (isTaken(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}

/** A file's name that fits into a hundred characters and still ends as it did. */
export function shortFileName(name: string): string {
  if (name.length <= 100) return name;
  const end = /(\.\w{1,8}){0,2}$/.exec(name)?.[0] ?? '';
  return name.slice(0, 100 - end.length) + end;
}
