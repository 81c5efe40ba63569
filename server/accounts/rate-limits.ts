import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import { type ErrorCode, Problem } from '#contract/errors.ts';

const minute = 60;
/** Maximum number of new datasets per application and hour. */
export const maxNewDatasets = 200;

// Limited by account, to protect one password, and by address, to stop one machine that tries many accounts.
const rules = {
  account: { points: 10, duration: 5 * minute },
  address: { points: 100, duration: 5 * minute },
  // New datasets of an application that pushes events.
  dataset: { points: maxNewDatasets, duration: 60 * minute },
  // Exports by viewers of public links: by link and address, and by link.
  linkFile: { points: 20, duration: 5 * minute },
  link: { points: 200, duration: 5 * minute },
} as const;

export type RateLimits = Record<keyof typeof rules, RateLimiterPostgres>;

export function createRateLimits(pool: Pool): RateLimits {
  const limiter = (name: keyof typeof rules) =>
    new RateLimiterPostgres({
      ...rules[name],
      storeClient: pool,
      tableName: 'limits',
      tableCreated: true,
      keyPrefix: name,
    });
  return {
    account: limiter('account'),
    address: limiter('address'),
    dataset: limiter('dataset'),
    linkFile: limiter('linkFile'),
    link: limiter('link'),
  };
}

type LimitedAttempt = { address: string; account: string };

/** Counts an attempt before it is made, so that parallel attempts gain nothing; uncounts it if it succeeds. */
export async function limitAttempts<T>(
  limits: RateLimits,
  attempt: LimitedAttempt,
  attemptAction: () => Promise<T>,
): Promise<T> {
  await consumeAttempt(limits, attempt);
  const result = await attemptAction();
  await Promise.all([limits.account.delete(attempt.account), limits.address.reward(networkOf(attempt.address))]);
  return result;
}

/** Counts an attempt that is never uncounted, such as requesting an email. */
export async function consumeAttempt(limits: RateLimits, { address, account }: LimitedAttempt): Promise<void> {
  await consume(limits.address, networkOf(address));
  await consume(limits.account, account);
}

/** Network of one machine: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0');
  return [...groups, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
}

const consume = (limiter: RateLimiterPostgres, key: string) =>
  consumePoint(limiter, key, { code: 'too_many_attempts', limit: limiter.points });

/** Consumes one point of a rate limit; throws the code with `retryAfter` when the limit is reached. */
export async function consumePoint(
  limiter: RateLimiterPostgres,
  key: string,
  { code, limit }: { code: ErrorCode; limit: number },
): Promise<void> {
  await limiter.consume(key).catch((reason: unknown) => {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new Problem(code, { limit: String(limit), retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
  });
}
