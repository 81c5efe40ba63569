import { sql } from 'drizzle-orm';

import type { SealOutput } from '#engine/duckdb/tasks.ts';
import type { RejectedRow } from '#engine/tables.ts';
import type { Queryable } from '#server/database/open.ts';
import { rejects } from '#server/database/schema.ts';

const batchSize = 1000;

/** Stores rejected rows. */
export async function insertRejects(tx: Queryable, datasetId: string, list: RejectedRow[]): Promise<void> {
  for (let i = 0; i < list.length; i += batchSize) {
    const values = list.slice(i, i + batchSize).map(({ column, ...row }) => ({ ...row, datasetId, columnId: column }));
    await tx.insert(rejects).values(values);
  }
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
