import { and, eq, gt, sql } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { SealOutput } from '#engine/duckdb/tasks.ts';
import type { PushDelivery } from '#engine/events/frames.ts';
import type { Queryable } from '#server/database/open.ts';
import { deliveries } from '#server/database/schema.ts';
import type { EarlierAnswer } from './push-log.ts';

/** How long an idempotency key is valid. */
export const idempotencyTtlMs = 7 * 24 * 3_600_000;

/** Outcome of storing a push: an earlier push with its key was stored already, or this one is stored now. */
type StoredPush = {
  earlier: PushDelivery | undefined;
  /** Its end position in a log file; undefined if its key is in the database already. */
  end: number | undefined;
};
type DeliveryEntry = { bodyHash: string; answer: Promise<unknown>; end: number };

/** Idempotency keys of one application that are in progress or only in a log file; all others are in the database. */
export type Deliveries = {
  /** Stores a push once; a retry with the same key and body gets the same answer. */
  once: (delivery: PushDelivery, store: () => Promise<StoredPush>) => Promise<EarlierAnswer | undefined>;
  /** Restores a key from a log file after a restart. */
  restore: (delivery: PushDelivery, end: number) => void;
  /** Drops the keys that are now in the database. */
  forgetSealed: (sealed: number) => void;
};

export function createDeliveries(): Deliveries {
  const entries = new Map<string, DeliveryEntry>();

  async function storeOnce(delivery: PushDelivery, store: () => Promise<StoredPush>): Promise<StoredPush> {
    const { key } = delivery;
    try {
      const stored = await store();
      if (stored.earlier) requireSameBody(stored.earlier, delivery);
      const entry = entries.get(key);
      if (stored.end === undefined) entries.delete(key);
      else if (entry) entry.end = stored.end;
      return stored;
    } catch (error) {
      // A failed push may be retried.
      entries.delete(key);
      throw error;
    }
  }

  return {
    once: async (delivery, store) => {
      const { key, bodyHash } = delivery;
      const concurrent = entries.get(key);
      if (concurrent) {
        requireSameBody(concurrent, delivery);
        return { answer: await concurrent.answer };
      }
      const storing = storeOnce(delivery, store);
      const answer = storing.then(({ earlier }) => (earlier ?? delivery).answer);
      // Only concurrent pushes await it; this one throws below.
      answer.catch(() => {});
      entries.set(key, { bodyHash, answer, end: Infinity });
      return (await storing).earlier;
    },
    restore: ({ key, bodyHash, answer }, end) => {
      entries.set(key, { bodyHash, answer: Promise.resolve(answer), end });
    },
    forgetSealed: (sealed) => {
      for (const [key, { end }] of entries) if (end <= sealed) entries.delete(key);
    },
  };
}

function requireSameBody(earlier: { bodyHash: string }, { bodyHash }: PushDelivery): void {
  if (earlier.bodyHash !== bodyHash) throw new Problem('key_reused');
}

export async function findDelivery(
  db: Queryable,
  applicationId: string,
  key: string,
): Promise<PushDelivery | undefined> {
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

/** Stores the answers to pushes by idempotency key. An expired key is overwritten. */
export async function insertDeliveries(
  tx: Queryable,
  applicationId: string,
  list: SealOutput['deliveries'],
): Promise<void> {
  const distinct = [...new Map(list.map((delivery) => [delivery.key, delivery])).values()];
  if (distinct.length === 0) return;
  await tx.execute(sql`
    insert into deliveries (application_id, key, body_hash, answer, created_at)
    select ${applicationId}, key, "bodyHash", answer, to_timestamp("receivedAt" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb)
      as t(key text, "bodyHash" text, answer jsonb, "receivedAt" bigint)
    on conflict (application_id, key)
      do update set body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at`);
}
