import { eq } from 'drizzle-orm';

import type { ApiInput, ApiOutput } from '#contract/api.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members } from '#server/database/schema.ts';

type ChangelogContext = MemberContext<{ db: Database }>;

export async function loadSeenChanges({ db, identity }: ChangelogContext): Promise<ApiOutput<'GET /changelog/seen'>> {
  const [row] = await db
    .select({ seen: members.changelogSeen })
    .from(members)
    .where(eq(members.id, identity.member.id));
  return { seen: row?.seen ?? null };
}

export async function saveSeenChanges(
  { db, identity }: ChangelogContext,
  { seen: seenCount }: ApiInput<'PUT /changelog/seen'>,
): Promise<void> {
  await db.update(members).set({ changelogSeen: seenCount }).where(eq(members.id, identity.member.id));
}
