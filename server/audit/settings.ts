import { eq, lt } from 'drizzle-orm';

import { type AuditSettings, auditSettingsSchema } from '#contract/audit/routes.ts';
import type { Queryable } from '#server/database/open.ts';
import { audit, settings } from '#server/database/schema.ts';

const name = 'audit';
const defaults: AuditSettings = { days: 365 };
const day = 24 * 60 * 60_000;

export async function loadSettings(db: Queryable): Promise<AuditSettings> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return auditSettingsSchema.catch(defaults).parse(row?.value);
}

export async function saveSettings(db: Queryable, value: AuditSettings): Promise<AuditSettings> {
  await db.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
  return value;
}

/** Deletes entries older than the retention period. */
export async function removeOldEntries({ db }: { db: Queryable }): Promise<void> {
  const { days } = await loadSettings(db);
  if (days !== null) await db.delete(audit).where(lt(audit.at, new Date(Date.now() - days * day)));
}
