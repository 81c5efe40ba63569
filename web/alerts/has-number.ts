import { isNumeric } from '#domain/query/column-types.ts';
import type { Result } from '#domain/query/query.ts';

/** Whether a result has a numeric column to watch. */
export const hasNumber = ({ columns }: Pick<Result, 'columns'>): boolean => columns.some(isNumeric);
