import { api, type ApiKey } from '#contract/api.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { commonErrors, codesOf } from '#contract/route-errors.ts';

/** Requires that every error code a route returns is documented for it. */
export function requireDocumented(key: ApiKey, { code }: Partial<ErrorBody>): void {
  if (code === undefined || commonErrors.includes(code) || codesOf(key, api[key]).includes(code)) return;
  throw new Error(`${key} returned ${code}, which the errors of the route do not list`);
}
