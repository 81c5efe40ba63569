import type { Query } from '@tanstack/react-query';

import { Problem } from '#contract/errors.ts';

/** Whether the error means that the resource does not exist or was deleted. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found';

/**
 * `throwOnError` for pages that handle missing data themselves: other errors are thrown unless there is cached data.
 */
export const throwUnlessNotFound = (error: Error, { state }: Pick<Query, 'state'>): boolean =>
  state.data === undefined && !isNotFound(error);
