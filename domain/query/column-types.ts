import type { ColumnType } from './query.ts';

export const isNumericType = (type: ColumnType): boolean => type === 'integer' || type === 'number';
export const isNumeric = ({ type }: { type: ColumnType }): boolean => isNumericType(type);

const wider: Partial<Record<ColumnType, ColumnType>> = { integer: 'number', date: 'time' };

/** Type of a column after values of another type arrive: widened where that loses nothing, else unchanged. */
export const widenedType = (before: ColumnType, incoming: ColumnType): ColumnType =>
  wider[before] === incoming ? incoming : before;

/** Whether a column can change its type without losing a value or breaking what uses it. */
export const isSafeChange = (before: ColumnType, after: ColumnType): boolean =>
  before === after || wider[before] === after;

/**
 * Whether values of a type can grow row by row. The rows of a day, or numbers with fractions, cannot be told apart
 * reliably.
 */
export const isGrowingType = (type: ColumnType): boolean => type === 'integer' || type === 'time';
