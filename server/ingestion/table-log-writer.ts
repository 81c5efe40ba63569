import type pg from 'pg';

import { Problem } from '#contract/errors.ts';
import type { PushDelivery } from '#engine/events/frames.ts';
import { type GroupCommit, openGroupCommit } from './group-commit.ts';
import { idempotencyTtlMs } from './idempotency.ts';

/** A row of the log. Its delivery is stored in the same transaction. */
export type TableFrame = { applicationId: string; datasets: string[]; frame: Buffer; delivery: PushDelivery | null };

/** `repeated`: its idempotency key was stored earlier, so the push was not stored again. */
export type FrameOutcome = 'stored' | 'repeated';

// Keys are inserted in order, so that servers that store the same keys concurrently do not deadlock. All frames are in
// one parameter: an array of bytea would be sent as hexadecimal text.
const insertFrames = `
  with pushes as (
    select * from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[])
      with ordinality as t(application_id, datasets, start, size, key, body_hash, answer, number)
  ), delivered as (
    insert into deliveries (application_id, key, body_hash, answer)
    select application_id, key, body_hash, answer::jsonb from pushes where key is not null order by application_id, key
    on conflict (application_id, key) do update
      set body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at
      where deliveries.created_at <= now() - make_interval(secs => $8)
    returning application_id, key
  ), stored as (
    insert into push_log (application_id, datasets, frame)
    select application_id, datasets::jsonb, substring($9::bytea from start for size) from pushes
    where key is null or (application_id, key) in (select application_id, key from delivered)
    order by number
  )
  select number::int from pushes
  where key is not null and (application_id, key) not in (select application_id, key from delivered)`;

/** Appends to the table. One statement, and so one transaction, stores the waiting pushes of all applications. */
export function openTableLogWriter(pool: pg.Pool): GroupCommit<TableFrame, FrameOutcome> {
  async function store(group: TableFrame[]): Promise<FrameOutcome[]> {
    const { rows } = await pool.query<{ number: number }>({
      name: 'append to push_log',
      text: insertFrames,
      values: valuesOf(group),
    });
    const repeated = new Set(rows.map(({ number }) => number - 1));
    return group.map((_, index) => (repeated.has(index) ? 'repeated' : 'stored'));
  }

  async function storeEach(group: TableFrame[]): Promise<(FrameOutcome | Error)[]> {
    const outcomes: (FrameOutcome | Error)[] = [];
    for (const frame of group) outcomes.push(await store([frame]).then(([outcome]) => outcome!, problemOf));
    return outcomes;
  }

  // A push that the database rejects does not fail the others of its group.
  return openGroupCommit((group) =>
    store(group).catch((error: unknown) => {
      if (!isRejected(error)) throw error;
      return storeEach(group);
    }),
  );
}

function valuesOf(group: TableFrame[]): unknown[] {
  let end = 1;
  const starts = group.map(({ frame }) => (end += frame.length) - frame.length);
  return [
    group.map(({ applicationId }) => applicationId),
    group.map(({ datasets }) => JSON.stringify(datasets)),
    starts,
    group.map(({ frame }) => frame.length),
    group.map(({ delivery }) => delivery?.key ?? null),
    group.map(({ delivery }) => delivery?.bodyHash ?? null),
    group.map(({ delivery }) => (delivery ? JSON.stringify(delivery.answer) : null)),
    idempotencyTtlMs / 1000,
    Buffer.concat(group.map(({ frame }) => frame)),
  ];
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

/** Whether PostgreSQL rejects the data: an invalid value or a violated constraint. */
const isRejected = (error: unknown) => /^2[23]/.test(String(codeOf(error)));

function problemOf(error: unknown): Error {
  // The application was deleted in the meantime.
  return codeOf(error) === '23503' ? new Problem('key_invalid') : (error as Error);
}
