import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Database } from '#server/database/open.ts';
import { outbox } from '#server/database/schema.ts';
import { openMetrics } from '#server/metrics/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { retryAt } from './backoff.ts';
import { claimDue, isLeased, type JobQueue, lockDue, releaseLease, runQueue } from './job-queue.ts';
import { holdLease } from './lease.ts';

const queue: JobQueue<typeof outbox> = {
  name: 'testing',
  table: outbox,
  dueAt: outbox.dueAt,
  isPending: isNull(outbox.sentAt),
  batchSize: 3,
  leaseSeconds: 60,
};
const log = pino({ level: 'silent' });

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  db = drizzle(pool);
});
beforeEach(async () => {
  await db.delete(outbox);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const notice = { kind: 'alert_resolved' as const, alert: 'a', name: 'A' };

async function addJobs(count: number, dueInSeconds = -1): Promise<void> {
  const dueAt = new Date(Date.now() + dueInSeconds * 1000);
  await db.insert(outbox).values(Array.from({ length: count }, () => ({ id: randomUUID(), notice, dueAt })));
}

const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id));

test('servers that claim at the same time get different jobs, each at most one batch', async () => {
  await addJobs(7);
  const claims = await Promise.all([claimDue(db, queue), claimDue(db, queue), claimDue(db, queue)]);
  for (const rows of claims) expect(rows.length).toBeLessThanOrEqual(3);
  const rest = [...(await claimDue(db, queue)), ...(await claimDue(db, queue))];
  const all = [...claims.flat(), ...rest];
  expect(all).toHaveLength(7);
  expect(idsOf(all).size).toBe(7);
});

test('claims no job that is not due yet or is finished', async () => {
  await addJobs(1, 60);
  await addJobs(1);
  await db.update(outbox).set({ sentAt: new Date() });
  expect(await claimDue(db, queue)).toEqual([]);
});

test('a job is claimed again once its lease has ended, and its first holder can no longer write', async () => {
  await addJobs(1);
  const [first] = await claimDue(db, { ...queue, leaseSeconds: 0.05 });
  await expect.poll(() => claimDue(db, queue)).toHaveLength(1);
  const written = await db.update(outbox).set({ sentAt: new Date() }).where(isLeased(outbox, first!)).returning();
  expect(written).toEqual([]);
});

test('a heartbeat keeps the lease as long as the work takes', async () => {
  await addJobs(1);
  const short = { ...queue, leaseSeconds: 1 };
  const [job] = await claimDue(db, short);
  const lease = holdLease({ db, log }, short, job!);
  const until = Date.now() + 2500;
  while (Date.now() < until) expect(await claimDue(db, short)).toEqual([]);
  const leased = await lease.end();
  expect(leased.claimedUntil!.getTime()).toBeGreaterThan(job!.claimedUntil!.getTime());
  expect(await db.select().from(outbox).where(isLeased(outbox, leased))).toHaveLength(1);
});

test('a lease that another server has taken over is not renewed', async () => {
  await addJobs(1);
  const [job] = await claimDue(db, queue);
  const lease = holdLease({ db, log }, queue, job!);
  expect(await lease.renew()).toBe(true);
  await db.update(outbox).set({ claimedUntil: new Date() }).where(eq(outbox.id, job!.id));
  expect(await lease.renew()).toBe(false);
  await lease.end();
});

test('a released job can be claimed again at once', async () => {
  await addJobs(1);
  const [job] = await claimDue(db, queue);
  expect(await claimDue(db, queue)).toEqual([]);
  await releaseLease(db, outbox, job!);
  expect(await claimDue(db, queue)).toHaveLength(1);
});

test('jobs locked by a transaction are skipped by others', async () => {
  await addJobs(2);
  await db.transaction(async (tx) => {
    expect(await lockDue(tx, queue)).toHaveLength(2);
    expect(await claimDue(db, queue)).toEqual([]);
  });
});

test('a queue processes all batches without a pause, and a failure does not stop it', async () => {
  await addJobs(8);
  const worked: string[] = [];
  let failures = 0;
  const stop = runQueue(
    { db, log, metrics: openMetrics({ includesProcess: false }) },
    { ...queue, leaseSeconds: 0.05 },
    async (jobs) => {
      if (failures++ === 0) throw new Error('first');
      for (const { id } of jobs) await db.update(outbox).set({ sentAt: new Date() }).where(eq(outbox.id, id));
      worked.push(...jobs.map(({ id }) => id));
    },
  );
  await expect.poll(() => worked.length).toBe(8);
  await stop();
});

test('waits longer after each failure and gives up after the last one', async () => {
  const secondsUntil = async (tries: number) => {
    const moment = retryAt([30, 120], tries);
    const { rows } = await db.execute<{ s: string }>(
      sql`select extract(epoch from ${moment ?? sql`null`} - now()) as s`,
    );
    return moment && Number(rows[0]!.s);
  };
  expect(await Promise.all([0, 1, 2].map(secondsUntil))).toEqual([30, 120, undefined]);
});
