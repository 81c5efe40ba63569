import type { RejectReason } from '#domain/cells/cells.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { isDay, timestampOf } from './iso-times.ts';

const isText = (value: unknown, shape: RegExp): value is string => typeof value === 'string' && shape.test(value);

/** Encodes a value as JSON text for a column of a type; undefined if it does not fit. */
export const encodeAs: Record<ColumnType, (value: unknown) => string | undefined> = {
  text: (value) => JSON.stringify(textOf(value)),
  // Long numbers come as text of digits.
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
    const moment = isDay(value) ? `${value} 00:00:00+00:00` : timestampOf(value);
    return moment && `"${moment}"`;
  },
  json: (value) => JSON.stringify(value),
};

/** A value as text for a cell. */
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
