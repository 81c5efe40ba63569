import { eq } from 'drizzle-orm';

import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members } from '#server/database/schema.ts';

type ChangelogContext = MemberContext<{ db: Database }>;

export async function loadSeenChanges({ db, identity }: ChangelogContext): Promise<{ seen: number | null }> {
  const [row] = await db
    .select({ seen: members.changelogSeen })
    .from(members)
    .where(eq(members.id, identity.member.id));
  return { seen: row?.seen ?? null };
}

export async function saveSeenChanges(
  { db, identity }: ChangelogContext,
  { seen: seenCount }: { seen: number },
): Promise<void> {
  await db.update(members).set({ changelogSeen: seenCount }).where(eq(members.id, identity.member.id));
}
