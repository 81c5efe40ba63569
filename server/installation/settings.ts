import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { undefinedIfMissing } from '#server/missing-file.ts';
import { type SignUp, signUpSchema } from '#contract/installation/routes.ts';
import { installationFile } from '#server/database/directory-owner.ts';
import type { Queryable } from '#server/database/open.ts';
import { members, settings } from '#server/database/schema.ts';

/** Who may sign up; by invitation only, unless the owner changed it. */
export async function loadSignUp(db: Queryable): Promise<SignUp> {
  const [row] = await db.select().from(settings).where(eq(settings.name, 'signUp'));
  return signUpSchema.catch('invitation').parse(row?.value);
}

export async function saveSignUp(db: Queryable, signUp: SignUp): Promise<void> {
  const row = { name: 'signUp', value: signUp };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
}

/** Whether the owner account exists; after that, setup is closed. */
export async function hasOwner(db: Queryable): Promise<boolean> {
  const owners = await db.select({ id: members.id }).from(members).where(eq(members.role, 'owner')).limit(1);
  return owners.length > 0;
}

/** The id of this installation. */
export async function loadInstallationId(db: Queryable): Promise<string> {
  const name = 'installation';
  await db.insert(settings).values({ name, value: randomUUID() }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return String(row!.value);
}

/**
 * Whether the database belongs to this data directory: another database does not list the files in it. Both store
 * the same id; `isSure` assigns it to a directory that cannot belong to another database.
 */
export async function databaseMatchesDirectory(db: Queryable, directory: string, isSure: boolean): Promise<boolean> {
  const id = await loadInstallationId(db);
  const file = path.join(directory, installationFile);
  if ((await readFile(file, 'utf8').catch(undefinedIfMissing)) === id) return true;
  if (isSure) await writeFile(file, id);
  return isSure;
}
