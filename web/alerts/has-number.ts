import type { Result, ResultColumn } from '#domain/query/query.ts';

export const isNumber = ({ type }: ResultColumn) => type === 'integer' || type === 'number';

/** Whether a result has a numeric column to watch. */
export const hasNumber = ({ columns }: Pick<Result, 'columns'>): boolean => columns.some(isNumber);
