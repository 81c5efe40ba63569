import { sql } from 'drizzle-orm';

import type { Queryable } from './open.ts';

/** The time by the clock of the database, for schedules: the clocks of servers differ. */
export async function loadTime(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ ms: string }>(sql`select floor(extract(epoch from now()) * 1000) as ms`);
  return Number(rows[0]!.ms);
}
