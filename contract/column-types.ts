import type { ColumnType } from './query.ts';

const wider: Partial<Record<ColumnType, ColumnType>> = { integer: 'number', date: 'time' };

/** The type of a column after values of another type came: wider where that loses nothing, else as it was. */
export const widenedType = (before: ColumnType, found: ColumnType): ColumnType =>
  wider[before] === found ? found : before;

/** Whether a column can change its type without losing a value or breaking what uses it. */
export const isSafeChange = (before: ColumnType, after: ColumnType): boolean =>
  before === after || wider[before] === after;
