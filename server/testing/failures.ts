import { api, type ApiKey } from '#contract/api.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { anywhere, codesOf } from '#contract/failures.ts';

/** Whatever a route answers to a test stands in the API reference. */
export function requireNamed(key: ApiKey, { code }: Partial<ErrorBody>): void {
  if (code === undefined || anywhere.includes(code) || codesOf(key, api[key]).includes(code)) return;
  throw new Error(`${key} answered ${code}, which contract/failures.ts does not name for it`);
}
