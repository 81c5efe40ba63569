import { and, eq, gt } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Delivery } from '#engine/events/frames.ts';
import type { Database } from '#server/database/open.ts';
import { deliveries } from '#server/database/schema.ts';

/** How long an idempotency key is remembered. */
export const remembered = 7 * 24 * 3_600_000;

export type Answered<T> = { answer: T; end: number };
type Entry = { bodyHash: string; answer: Promise<unknown>; end: number };

/** The idempotency keys of one application that are under way or in its log; those that are sealed are in the database. */
export type Deliveries = {
  /** Applies a push once: who comes again with the same key and body gets the same answer. */
  once: <T>(db: Database, delivery: Omit<Delivery, 'answer'>, apply: () => Promise<Answered<T>>) => Promise<T>;
  /** Takes up what a log holds from before a restart. */
  recall: (delivery: Delivery, end: number) => void;
  /** Forgets what is in the database now. */
  settle: (sealed: number) => void;
};

export function createDeliveries(applicationId: string): Deliveries {
  const entries = new Map<string, Entry>();

  async function applyOnce<T>(
    db: Database,
    { key, bodyHash }: Omit<Delivery, 'answer'>,
    apply: () => Promise<Answered<T>>,
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
    once: <T>(db: Database, delivery: Omit<Delivery, 'answer'>, apply: () => Promise<Answered<T>>) => {
      const { key, bodyHash } = delivery;
      const earlier = entries.get(key);
      if (earlier && earlier.bodyHash !== bodyHash) return Promise.reject(new Problem('key_reused'));
      if (earlier) return earlier.answer as Promise<T>;
      const answer = applyOnce(db, delivery, apply);
      entries.set(key, { bodyHash, answer, end: Infinity });
      // What was not applied may be tried again.
      answer.catch(() => entries.delete(key));
      return answer;
    },
    recall: ({ key, bodyHash, answer }, end) => {
      entries.set(key, { bodyHash, answer: Promise.resolve(answer), end });
    },
    settle: (sealed) => {
      for (const [key, { end }] of entries) if (end <= sealed) entries.delete(key);
    },
  };
}

async function findDelivery(db: Database, applicationId: string, key: string): Promise<Delivery | undefined> {
  const [delivery] = await db
    .select({ key: deliveries.key, bodyHash: deliveries.bodyHash, answer: deliveries.answer })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.applicationId, applicationId),
        eq(deliveries.key, key),
        gt(deliveries.createdAt, new Date(Date.now() - remembered)),
      ),
    );
  return delivery;
}
