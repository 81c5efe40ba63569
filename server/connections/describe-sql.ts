import { Problem } from '#contract/errors.ts';
import type { CatalogColumn } from '#engine/remote/catalog.ts';
import { signalOf } from '#server/context.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import type { ConnectionContext } from './services.ts';
import { type ConnectionRow, loadConnectionRow } from './settings.ts';
import { runDatabaseTask } from './tables.ts';

/** The connection of an application, if an owner allowed SQL. */
export async function loadAllowingSql(ctx: ConnectionContext, application: string): Promise<ConnectionRow> {
  const row = await loadConnectionRow(ctx.db, application);
  if (!row.allowsSql) throw new Problem('connection_sql_off');
  return row;
}

/** The columns of SQL that may run on a connection. */
export async function describeAllowed(ctx: ConnectionContext, id: string, sql: string): Promise<CatalogColumn[]> {
  await loadAllowingSql(ctx, id);
  const turn = { ...queueShareOf(ctx), signal: signalOf(ctx) };
  return ctx.connectionQueues
    .of(id)
    .run(turn, (signal) => runDatabaseTask(ctx, { id, name: 'describe', input: { sql }, signal }));
}
