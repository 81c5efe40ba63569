import type { Query } from '@tanstack/react-query';

import { Problem } from '#contract/errors.ts';

/** Whether the requested object does not exist (any more). */
export const isMissing = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found';

/** Other errors break the page, unless there is cached data to show. */
export const throwUnlessMissing = (error: Error, { state }: Pick<Query, 'state'>): boolean =>
  state.data === undefined && !isMissing(error);
