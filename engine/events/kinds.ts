import type { ColumnType } from '#contract/query.ts';
import { isDay, momentOf } from './moments.ts';

/** What values a field had, as a set of bits. */
export type Kinds = number;

export const kinds = { integer: 1, number: 2, boolean: 4, date: 8, time: 16, text: 32, json: 64 } as const;

/** The kind of one value for a column of a type, or for a field that has no column yet. */
export function kindOf(value: unknown, type: ColumnType | undefined): Kinds {
  switch (typeof value) {
    case 'string':
      return isTimely(type) ? kindOfText(value) : kinds.text;
    case 'number':
      if (Number.isSafeInteger(value)) return kinds.integer;
      return Number.isFinite(value) ? kinds.number : kinds.text;
    case 'boolean':
      return kinds.boolean;
    default:
      return value === null ? 0 : kinds.json;
  }
}

// Only here does it matter what a text says; what does not fit a time is found when it is written.
const isTimely = (type: ColumnType | undefined) => type === undefined || type === 'date';

function kindOfText(text: string): Kinds {
  if (isDay(text)) return kinds.date;
  return momentOf(text) === undefined ? kinds.text : kinds.time;
}

const hasOnly = (seen: Kinds, allowed: Kinds) => (seen & ~allowed) === 0;

/** The type of a new column, from everything that was seen of it; undefined if that was nothing. */
export function typeOfKinds(seen: Kinds): ColumnType | undefined {
  if (seen === 0) return undefined;
  if (seen & kinds.json) return 'json';
  if (seen === kinds.integer) return 'integer';
  if (hasOnly(seen, kinds.integer | kinds.number)) return 'number';
  if (seen === kinds.boolean) return 'boolean';
  if (seen === kinds.date) return 'date';
  if (hasOnly(seen, kinds.date | kinds.time)) return 'time';
  return 'text';
}

/** What a column becomes so that it can hold all it can safely hold of what was seen. */
export function widen(type: ColumnType, seen: Kinds): ColumnType {
  if (type === 'integer' && seen & kinds.number) return 'number';
  if (type === 'date' && seen & kinds.time) return 'time';
  return type;
}
