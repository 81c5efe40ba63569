import { Problem } from '#contract/errors.ts';

/** Whether an address leads to something that is not there, or not any more. */
export const isMissing = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found';
