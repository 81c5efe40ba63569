import type { Query } from '@tanstack/react-query';

import { isNotFound } from '#contract/errors.ts';

/**
 * `throwOnError` for pages that handle missing data themselves: other errors are thrown unless there is cached data.
 */
export const throwUnlessNotFound = (error: Error, { state }: Pick<Query, 'state'>): boolean =>
  state.data === undefined && !isNotFound(error);
