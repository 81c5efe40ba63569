import { and, eq, gt } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { PushDelivery } from '#engine/events/frames.ts';
import type { Database } from '#server/database/open.ts';
import { deliveries } from '#server/database/schema.ts';

/** How long an idempotency key is valid. */
const idempotencyTtlMs = 7 * 24 * 3_600_000;

export type AppendedAnswer<T> = { answer: T; end: number };
type DeliveryEntry = { bodyHash: string; answer: Promise<unknown>; end: number };

/** Idempotency keys of one application that are in progress or in its log; sealed ones are in the database. */
export type Deliveries = {
  /** Applies a push once; a retry with the same key and body gets the same answer. */
  once: <T>(
    db: Database,
    delivery: Omit<PushDelivery, 'answer'>,
    apply: () => Promise<AppendedAnswer<T>>,
  ) => Promise<T>;
  /** Restores a key from the log after a restart. */
  restore: (delivery: PushDelivery, end: number) => void;
  /** Drops the keys that are now in the database. */
  forgetSealed: (sealed: number) => void;
};

export function createDeliveries(applicationId: string): Deliveries {
  const entries = new Map<string, DeliveryEntry>();

  async function applyOnce<T>(
    db: Database,
    { key, bodyHash }: Omit<PushDelivery, 'answer'>,
    apply: () => Promise<AppendedAnswer<T>>,
  ): Promise<T> {
    const earlier = await findDelivery(db, applicationId, key);
    if (earlier) {
      entries.delete(key);
      if (earlier.bodyHash !== bodyHash) throw new Problem('key_reused');
      return earlier.answer as T;
    }
    const { answer, end } = await apply();
    const entry = entries.get(key);
    if (entry) entry.end = end;
    return answer;
  }

  return {
    once: <T>(db: Database, delivery: Omit<PushDelivery, 'answer'>, apply: () => Promise<AppendedAnswer<T>>) => {
      const { key, bodyHash } = delivery;
      const earlier = entries.get(key);
      if (earlier && earlier.bodyHash !== bodyHash) return Promise.reject(new Problem('key_reused'));
      if (earlier) return earlier.answer as Promise<T>;
      const answer = applyOnce(db, delivery, apply);
      entries.set(key, { bodyHash, answer, end: Infinity });
      // A failed push may be retried.
      answer.catch(() => entries.delete(key));
      return answer;
    },
    restore: ({ key, bodyHash, answer }, end) => {
      entries.set(key, { bodyHash, answer: Promise.resolve(answer), end });
    },
    forgetSealed: (sealed) => {
      for (const [key, { end }] of entries) if (end <= sealed) entries.delete(key);
    },
  };
}

async function findDelivery(db: Database, applicationId: string, key: string): Promise<PushDelivery | undefined> {
  const [delivery] = await db
    .select({ key: deliveries.key, bodyHash: deliveries.bodyHash, answer: deliveries.answer })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.applicationId, applicationId),
        eq(deliveries.key, key),
        gt(deliveries.createdAt, new Date(Date.now() - idempotencyTtlMs)),
      ),
    );
  return delivery;
}
