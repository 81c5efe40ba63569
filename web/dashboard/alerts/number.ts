import type { Result, ResultColumn } from '#contract/query.ts';

export const isNumber = ({ type }: ResultColumn) => type === 'integer' || type === 'number';

/** Whether an answer has a number to watch. */
export const hasNumber = ({ columns }: Pick<Result, 'columns'>): boolean => columns.some(isNumber);
