import type { RejectReason } from '#contract/datasets.ts';
import type { ColumnType } from '#contract/query.ts';
import { isDay, momentOf } from './moments.ts';

const isText = (value: unknown, shape: RegExp): value is string => typeof value === 'string' && shape.test(value);

/** A value as the JSON text that a column of the type takes; undefined if it does not fit. */
export const fit: Record<ColumnType, (value: unknown) => string | undefined> = {
  text: (value) => JSON.stringify(textOf(value)),
  // The digits of a long number come as text.
  integer: (value) => {
    if (Number.isSafeInteger(value)) return `${value as number}`;
    return isText(value, /^(0|-?[1-9]\d{0,17})$/) ? value : undefined;
  },
  number: (value) => {
    if (Number.isFinite(value)) return `${value as number}`;
    return isText(value, /^-?\d{1,30}(\.\d{1,30})?$/) ? `${Number(value)}` : undefined;
  },
  boolean: (value) => (/^(true|false)$/.test(textOf(value)) ? textOf(value) : undefined),
  date: (value) => (typeof value === 'string' && isDay(value) ? `"${value}"` : undefined),
  time: (value) => {
    if (typeof value !== 'string') return undefined;
    const moment = isDay(value) ? `${value} 00:00:00+00:00` : momentOf(value);
    return moment && `"${moment}"`;
  },
  json: (value) => JSON.stringify(value),
};

/** A value as a person reads it in a cell. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Number.isFinite(value) || typeof value !== 'number' ? JSON.stringify(value) : `${value}`;
}

/** Why a value does not fit a column of a type. */
export const reasonOf: Record<ColumnType, RejectReason> = {
  // Everything fits these two.
  text: 'too_long',
  json: 'not_json',
  integer: 'not_integer',
  number: 'not_number',
  boolean: 'not_boolean',
  date: 'not_date',
  time: 'not_time',
};
