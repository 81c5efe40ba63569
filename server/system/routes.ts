import { eq } from 'drizzle-orm';

import type { ApiInput, ApiOutput } from '#contract/api.ts';
import type { changelogRoutes } from '#contract/changelog/routes.ts';
import type { storageRoutes } from '#contract/system/storage.ts';
import type { systemRoutes } from '#contract/system/routes.ts';
import type { Handlers, MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members } from '#server/database/schema.ts';
import { loadStorage } from './storage.ts';
import { loadSystemStatus, type SystemServices } from './status.ts';

type ChangelogContext = MemberContext<{ db: Database }>;

async function loadSeenChanges({ db, identity }: ChangelogContext): Promise<ApiOutput<'GET /changelog/seen'>> {
  const [row] = await db
    .select({ seen: members.changelogSeen })
    .from(members)
    .where(eq(members.id, identity.member.id));
  return { seen: row?.seen ?? null };
}

async function saveSeenChanges(
  { db, identity }: ChangelogContext,
  { seen: seenCount }: ApiInput<'PUT /changelog/seen'>,
): Promise<void> {
  await db.update(members).set({ changelogSeen: seenCount }).where(eq(members.id, identity.member.id));
}

export const systemHandlers: Handlers<
  SystemServices,
  typeof systemRoutes & typeof storageRoutes & typeof changelogRoutes
> = {
  'GET /system': loadSystemStatus,
  'GET /storage': loadStorage,
  'GET /changelog/seen': loadSeenChanges,
  'PUT /changelog/seen': saveSeenChanges,
};
