import type { Query } from '@tanstack/react-query';

import { Problem } from '#contract/errors.ts';

/** Whether an address leads to something that is not there, or not any more. */
export const isMissing = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found';

/** Other failures break the page, unless there is something to show. */
export const throwUnlessMissing = (error: Error, { state }: Pick<Query, 'state'>): boolean =>
  state.data === undefined && !isMissing(error);
