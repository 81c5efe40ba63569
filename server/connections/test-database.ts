import { randomUUID } from 'node:crypto';

import type { ConnectionTest } from '#contract/connections/routes.ts';
import { Problem } from '#contract/errors.ts';
import { DatabaseFailure } from '#engine/remote/failure.ts';
import { signalOf } from '#server/context.ts';
import { engineProblemOf } from '#server/queue/engine-problem.ts';
import type { ConnectionContext } from './services.ts';
import { type DatabaseSettings, databaseOf } from './settings.ts';

const seconds = 15;

/** Signs in, lists the tables, and finds out what the account may do beyond reading. */
export async function testDatabase(
  ctx: ConnectionContext,
  settings: DatabaseSettings & { password: string },
): Promise<ConnectionTest> {
  const startedAt = performance.now();
  const database = await databaseOf(ctx, { ...settings, id: `test ${randomUUID()}` });
  const options = { seconds, signal: signalOf(ctx) };
  try {
    const tables = await ctx.remote.run('tables', { database }, options);
    const account = await ctx.remote.run('inspect', { database }, options);
    return { tables: tables.length, milliseconds: Math.round(performance.now() - startedAt), ...account };
  } catch (cause) {
    // A server that closes the connection during the first query is of another kind.
    const isOther = cause instanceof DatabaseFailure && cause.reason === 'lost';
    throw isOther ? new Problem('connection_protocol', {}, { cause }) : engineProblemOf(cause, seconds);
  } finally {
    // Otherwise its sessions would stay open.
    void ctx.remote.run('disconnect', { id: database.id }, { seconds }).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the sessions of a tested connection could not be closed');
    });
  }
}
