import type { ColumnType } from '#domain/query/query.ts';
import { isDay, timestampOf } from './iso-times.ts';

/** The kinds of values of a field, as a bit set. */
export type Kinds = number;

const kinds = { integer: 1, number: 2, boolean: 4, date: 8, time: 16, text: 32, json: 64 } as const;

/** The kind of a value for a column of a type, or for a field that has no column yet. */
export function kindOf(value: unknown, type: ColumnType | undefined): Kinds {
  switch (typeof value) {
    case 'string':
      return mayBeTime(type) ? kindOfText(value) : kinds.text;
    case 'number':
      if (Number.isSafeInteger(value)) return kinds.integer;
      return Number.isFinite(value) ? kinds.number : kinds.text;
    case 'boolean':
      return kinds.boolean;
    default:
      return value === null ? 0 : kinds.json;
  }
}

// Only for these types the content of a text matters; texts that do not fit a time are detected when encoded.
const mayBeTime = (type: ColumnType | undefined) => type === undefined || type === 'date';

function kindOfText(text: string): Kinds {
  if (isDay(text)) return kinds.date;
  return timestampOf(text) === undefined ? kinds.text : kinds.time;
}

const hasOnly = (observed: Kinds, allowed: Kinds) => (observed & ~allowed) === 0;

/** The type of a new column by its observed kinds; undefined if there are none. */
export function typeOfKinds(observed: Kinds): ColumnType | undefined {
  if (observed === 0) return undefined;
  if (observed & kinds.json) return 'json';
  if (observed === kinds.integer) return 'integer';
  if (hasOnly(observed, kinds.integer | kinds.number)) return 'number';
  if (observed === kinds.boolean) return 'boolean';
  if (observed === kinds.date) return 'date';
  if (hasOnly(observed, kinds.date | kinds.time)) return 'time';
  return 'text';
}

/** The type to which a column is widened, as far as that is safe, to hold the observed kinds. */
export function widen(type: ColumnType, observed: Kinds): ColumnType {
  if (type === 'integer' && observed & kinds.number) return 'number';
  if (type === 'date' && observed & kinds.time) return 'time';
  return type;
}
