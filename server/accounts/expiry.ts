import { lt } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Database } from '#server/database/open.ts';
import { invitations, limits, personalKeys, sessions, trustedDevices, verifications } from '#server/database/schema.ts';

const hour = 60 * 60 * 1000;

/** Deletes expired rows now and every hour. Expired rows are never accepted; they only take space. */
export function removeExpired(db: Database, log: Logger): () => Promise<void> {
  let sweeping = Promise.resolve();
  const sweep = async () => {
    const now = new Date();
    await db.delete(sessions).where(lt(sessions.expiresAt, now));
    await db.delete(invitations).where(lt(invitations.expiresAt, now));
    await db.delete(verifications).where(lt(verifications.expiresAt, now));
    await db.delete(trustedDevices).where(lt(trustedDevices.expiresAt, now));
    await db.delete(personalKeys).where(lt(personalKeys.expiresAt, now));
    await db.delete(limits).where(lt(limits.expire, now.getTime()));
  };
  const run = () => {
    sweeping = sweep().catch((error: unknown) => log.warn({ err: error }, 'could not remove expired entries'));
  };
  const timer = setInterval(run, hour).unref();
  run();
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}
