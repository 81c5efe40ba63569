import { eq } from 'drizzle-orm';

import type { Connection } from '#contract/connections/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { RemoteDatabase } from '#engine/remote/tasks.ts';
import type { Encryptor } from '#server/database/encryption.ts';
import type { Database } from '#server/database/open.ts';
import { connections } from '#server/database/schema.ts';
import type { Egress } from '#server/egress/request.ts';
import { resolveHost } from './resolve-host.ts';

/** The settings of a connection without its password. */
export type DatabaseSettings = Omit<Connection, 'freshness' | 'allowsSql' | 'canChange'>;
export type ConnectionRow = typeof connections.$inferSelect;

export type ConnectionStores = { db: Database; egress: Egress; connectionEncryptor: Encryptor };

export async function loadConnectionRow(db: Database, application: string): Promise<ConnectionRow> {
  const [row] = await db.select().from(connections).where(eq(connections.applicationId, application));
  if (!row) throw new Problem('not_found');
  return row;
}

/** Passwords are bound to their connection: copied to the row of another one, they cannot be decrypted. */
export const encryptPassword = ({ connectionEncryptor }: ConnectionStores, application: string, password: string) =>
  connectionEncryptor.encrypt(JSON.stringify([application, password]));

export function decryptPassword({ connectionEncryptor }: ConnectionStores, row: ConnectionRow): string {
  let decrypted: [application: string, password: string];
  try {
    decrypted = JSON.parse(connectionEncryptor.decrypt(row.password)) as typeof decrypted;
  } catch (cause) {
    throw new Problem('connection_unreadable', {}, { cause });
  }
  if (decrypted[0] !== row.applicationId) throw new Problem('connection_unreadable');
  return decrypted[1];
}

type DatabaseInput = DatabaseSettings & { id: string; password: string };

/** A database to call: its host is resolved and checked, and exactly that address is called. */
export async function databaseOf(
  { egress }: Pick<ConnectionStores, 'egress'>,
  { allowsPrivate, ...settings }: DatabaseInput,
): Promise<RemoteDatabase> {
  return { ...settings, ...(await resolveHost(egress, settings.host, allowsPrivate)) };
}

/** The database of a stored connection. */
export async function findDatabase(stores: ConnectionStores, application: string): Promise<RemoteDatabase> {
  const row = await loadConnectionRow(stores.db, application);
  const { applicationId: id, freshness: _, allowsSql: __, ...settings } = row;
  return databaseOf(stores, { ...settings, id, password: decryptPassword(stores, row) });
}
