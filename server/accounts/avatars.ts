import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

import type { Me } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { PictureAnswer } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { avatars, members } from '#server/database/schema.ts';
import { meOf } from './members.ts';
import { readAvatarImage } from './avatar-image.ts';
import type { AccountContext, AccountMemberContext } from './services.ts';
import { changeSessions } from './sessions.ts';

export async function loadAvatar(ctx: AccountContext, { id }: { id: string }): Promise<PictureAnswer> {
  const [avatar] = await ctx.db.select().from(avatars).where(eq(avatars.id, id));
  if (!avatar) throw new Problem('not_found');
  return { type: 'image/webp', content: avatar.content };
}

/** Converts the upload to a small square image and serves it at a new URL. */
export async function setAvatar(ctx: AccountMemberContext & { body: Readable }): Promise<Me> {
  const content = await readAvatarImage(ctx.body);
  // Unguessable: knowing the id is enough to see the image.
  const id = randomBytes(18).toString('base64url');
  const { member } = ctx.identity;
  return changeSessions(ctx, member.id, async (tx) => {
    const row = { id, content };
    const target = avatars.memberId;
    await tx
      .insert(avatars)
      .values({ ...row, memberId: member.id })
      .onConflictDoUpdate({ target, set: row });
    return setImage(tx, member.id, id);
  });
}

export async function removeAvatar(ctx: AccountMemberContext): Promise<Me> {
  const { member } = ctx.identity;
  return changeSessions(ctx, member.id, async (tx) => {
    await tx.delete(avatars).where(eq(avatars.memberId, member.id));
    return setImage(tx, member.id, null);
  });
}

async function setImage(tx: Queryable, memberId: string, image: string | null): Promise<Me> {
  const set = { image, updatedAt: sql`now()` };
  const [row] = await tx.update(members).set(set).where(eq(members.id, memberId)).returning();
  return meOf(row!);
}
