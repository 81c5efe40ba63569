import { eq } from 'drizzle-orm';

import { type SignUp, signUpSchema } from '#contract/installation.ts';
import type { Queryable } from '#server/database/open.ts';
import { members, settings } from '#server/database/schema.ts';

/** Who may sign up; by invitation only unless the owner said otherwise. */
export async function loadSignUp(db: Queryable): Promise<SignUp> {
  const [row] = await db.select().from(settings).where(eq(settings.name, 'signUp'));
  return signUpSchema.catch('invitation').parse(row?.value);
}

export async function saveSignUp(db: Queryable, signUp: SignUp): Promise<void> {
  const row = { name: 'signUp', value: signUp };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
}

/** Whether someone has created the owner, after which nothing can be set up any more. */
export async function hasOwner(db: Queryable): Promise<boolean> {
  const owners = await db.select({ id: members.id }).from(members).where(eq(members.role, 'owner')).limit(1);
  return owners.length > 0;
}
