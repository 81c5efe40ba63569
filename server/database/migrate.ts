import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import path from 'node:path';
import pg from 'pg';

import { root } from '#server/root.ts';
import { advisoryLocks } from './advisory-locks.ts';

const folder = path.join(root, 'server/database/migrations');

/** All migrations of this version, in order. */
export const listMigrations = () => readMigrationFiles({ migrationsFolder: folder });

/** Migrates the database to this version in one transaction, one server at a time. */
export async function migrate(connection: pg.ClientConfig, migrations = listMigrations()): Promise<void> {
  const client = new pg.Client(connection);
  // A lost connection fails the query; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect().catch((cause: { code?: string; message: string }) => {
    throw new Error(`Can't reach the database: ${cause.message || cause.code}`, { cause });
  });
  try {
    await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migrate})`);
      await tx.execute(
        sql`create table if not exists migrations (at bigint primary key, hash text not null, applied_at timestamptz not null default now())`,
      );
      const newest = await newestIn(tx);
      const newestKnown = migrations.at(-1)?.folderMillis ?? 0;
      if (newest > newestKnown)
        throw new Error(
          'The database belongs to a newer version of Shuju. Start that version, or restore a backup from before it.',
        );
      for (const migration of migrations.filter((each) => each.folderMillis > newest)) {
        for (const statement of migration.sql) await tx.execute(sql.raw(statement));
        await tx.execute(sql`insert into migrations (at, hash) values (${migration.folderMillis}, ${migration.hash})`);
      }
    });
  } finally {
    await client.end();
  }
}

async function newestIn(tx: Pick<NodePgDatabase, 'execute'>): Promise<number> {
  const { rows } = await tx.execute<{ newest: string }>(sql`select coalesce(max(at), 0) as newest from migrations`);
  return Number(rows[0]!.newest);
}

/** Newest migration of a database. */
export async function newestMigration(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ newest: string }>('select coalesce(max(at), 0) as newest from migrations');
  return Number(rows[0]!.newest);
}
