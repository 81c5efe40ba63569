import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import type { Connection, connectionRoutes, ConnectionTest } from '#contract/connections/routes.ts';
import { Problem } from '#contract/errors.ts';
import { DatabaseFailure } from '#engine/remote/failure.ts';
import { requireRight } from '#server/access/rights.ts';
import { createApplication } from '#server/applications/edit.ts';
import type { PlainApplication } from '#server/applications/list.ts';
import { signalOf } from '#server/context.ts';
import { connections } from '#server/database/schema.ts';
import { requireTarget } from '#server/folders/targets.ts';
import { publishChange } from '#server/live/changes.ts';
import { engineProblemOf } from '#server/queue/engine-problem.ts';
import { isOwner, mayConnect, requireMayConnect } from './may-connect.ts';
import type { ConnectionContext } from './services.ts';
import {
  type ConnectionRow,
  type DatabaseSettings,
  loadConnectionRow,
  decryptPassword,
  encryptPassword,
  databaseOf,
} from './settings.ts';

type ConnectionInput<Key extends keyof typeof connectionRoutes> = z.output<(typeof connectionRoutes)[Key]['input']>;

/** Only owners may allow a host in the private network; a permission stays valid for the same host and port. */
function requirePrivateAllowed(ctx: ConnectionContext, settings: DatabaseSettings, before?: ConnectionRow): void {
  if (!settings.allowsPrivate || isOwner(ctx)) return;
  const isSame = before?.host === settings.host && before.port === settings.port;
  if (!before?.allowsPrivate || !isSame) throw new Problem('connection_private');
}

const tlsStrengths = { off: 0, encrypted: 1, verified: 2 };

/** The stored password is only sent to the server for which it was entered, and never with less encryption. */
const isSameServer = (before: ConnectionRow, { host, port, user, tls }: DatabaseSettings): boolean =>
  before.host === host && before.port === port && before.user === user && tlsStrengths[tls] >= tlsStrengths[before.tls];

type ChangedSettings = { settings: DatabaseSettings; password: string | undefined; before: ConnectionRow };

function passwordOf(ctx: ConnectionContext, { settings, password, before }: ChangedSettings): string {
  if (password !== undefined) return password;
  if (!isSameServer(before, settings)) throw new Problem('connection_password_needed');
  return decryptPassword(ctx, before);
}

/** Tests settings; for an existing connection with its stored password, unless another is given. */
export async function testConnection(
  ctx: ConnectionContext,
  { application, password, ...settings }: ConnectionInput<'POST /connections/test'>,
) {
  await requireMayConnect(ctx);
  const before = application === undefined ? undefined : await loadEditable(ctx, application);
  requirePrivateAllowed(ctx, settings, before);
  const secret = before ? passwordOf(ctx, { settings, password, before }) : (password ?? '');
  return testDatabase(ctx, { ...settings, password: secret });
}

async function loadEditable(ctx: ConnectionContext, application: string): Promise<ConnectionRow> {
  await requireRight(ctx, 'edit', { kind: 'application', id: application });
  return loadConnectionRow(ctx.db, application);
}

/** Creates a connection after testing its settings. */
export async function createConnection(
  ctx: ConnectionContext,
  { name, password, folder, ...settings }: ConnectionInput<'POST /connections'>,
): Promise<PlainApplication> {
  await requireMayConnect(ctx);
  await requireTarget(ctx, folder, 'application');
  requirePrivateAllowed(ctx, settings);
  await testDatabase(ctx, { ...settings, password });
  return ctx.db.transaction(async (tx) => {
    const memberId = ctx.identity.member.id;
    const application = await createApplication(tx, { name, kind: 'connection', memberId, folder });
    const encrypted = encryptPassword(ctx, application.id, password);
    await tx.insert(connections).values({ applicationId: application.id, ...settings, password: encrypted });
    return application;
  });
}

export async function loadConnection(ctx: ConnectionContext, id: string): Promise<Connection> {
  const { applicationId: _, password: __, ...settings } = await loadConnectionRow(ctx.db, id);
  return { ...settings, canChange: await mayConnect(ctx) };
}

/** Changes a connection after testing its new settings. */
export async function changeConnection(
  ctx: ConnectionContext,
  { id, password, freshness, allowsSql, ...changed }: ConnectionInput<'PUT /applications/:id/connection'>,
): Promise<Connection> {
  await requireMayConnect(ctx);
  const before = await loadConnectionRow(ctx.db, id);
  const settings = { kind: before.kind, ...changed };
  requirePrivateAllowed(ctx, settings, before);
  if (allowsSql !== undefined && allowsSql !== before.allowsSql && !isOwner(ctx))
    throw new Problem('connection_sql_owners');
  const current = passwordOf(ctx, { settings, password, before });
  await testDatabase(ctx, { ...settings, password: current });
  await ctx.db.transaction(async (tx) => {
    const encrypted = encryptPassword(ctx, id, current);
    await tx
      .update(connections)
      .set({ ...settings, freshness, ...(allowsSql !== undefined && { allowsSql }), password: encrypted })
      .where(eq(connections.applicationId, id));
    await publishChange(tx, { kind: 'application', id });
  });
  return loadConnection(ctx, id);
}

const testSeconds = 15;

/** Signs in, lists the tables, and finds out what the account may do beyond reading. */
async function testDatabase(
  ctx: ConnectionContext,
  settings: DatabaseSettings & { password: string },
): Promise<ConnectionTest> {
  const startedAt = performance.now();
  const database = await databaseOf(ctx, { ...settings, id: `test ${randomUUID()}` });
  const options = { seconds: testSeconds, signal: signalOf(ctx) };
  try {
    const tables = await ctx.remote.run('tables', { database }, options);
    const account = await ctx.remote.run('inspect', { database }, options);
    return { tables: tables.length, milliseconds: Math.round(performance.now() - startedAt), ...account };
  } catch (cause) {
    // A server that closes the connection during the first query is of another kind.
    const isOther = cause instanceof DatabaseFailure && cause.reason === 'lost';
    throw isOther ? new Problem('connection_protocol', {}, { cause }) : engineProblemOf(cause, testSeconds);
  } finally {
    // Otherwise its sessions would stay open.
    void ctx.remote.run('disconnect', { id: database.id }, { seconds: testSeconds }).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the sessions of a tested connection could not be closed');
    });
  }
}
