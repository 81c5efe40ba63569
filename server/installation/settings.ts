import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { type SignUp, signUpSchema } from '#contract/installation.ts';
import { installationFile } from '#server/database/directory-owner.ts';
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

/**
 * Whether the database is the one that this data directory was used with: another, or a new one, knows nothing of
 * what is in it. Both keep the same id; `isSure` gives it to a directory that cannot be another's.
 */
export async function belongTogether(db: Queryable, directory: string, isSure: boolean): Promise<boolean> {
  const name = 'installation';
  await db.insert(settings).values({ name, value: randomUUID() }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  const id = String(row!.value);
  const file = path.join(directory, installationFile);
  if ((await readFile(file, 'utf8').catch(() => undefined)) === id) return true;
  if (isSure) await writeFile(file, id);
  return isSure;
}
