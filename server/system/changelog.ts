import { eq } from 'drizzle-orm';

import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members } from '#server/database/schema.ts';

type Caller = MemberContext<{ db: Database }>;

export async function loadSeen({ db, identity }: Caller): Promise<{ seen: number | null }> {
  const [row] = await db
    .select({ seen: members.changelogSeen })
    .from(members)
    .where(eq(members.id, identity.member.id));
  return { seen: row?.seen ?? null };
}

export async function saveSeen({ db, identity }: Caller, { seen }: { seen: number }): Promise<void> {
  await db.update(members).set({ changelogSeen: seen }).where(eq(members.id, identity.member.id));
}
