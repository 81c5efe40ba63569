import { eq, inArray, sql } from 'drizzle-orm';

import { type ChosenPreferences, regionalSettingsOf } from '#contract/preferences/preferences.ts';
import type { Look } from '#display/frame.ts';
import type { Queryable } from '#server/database/open.ts';
import { members, notificationSettings } from '#server/database/schema.ts';

export async function loadChosen(db: Queryable, memberId: string): Promise<ChosenPreferences> {
  const [row] = await db.select({ chosen: members.preferences }).from(members).where(eq(members.id, memberId));
  return row?.chosen ?? {};
}

/** Merges new preferences into the stored ones. */
export async function savePreferences(
  db: Queryable,
  memberId: string,
  fields: ChosenPreferences,
): Promise<ChosenPreferences> {
  const preferences = sql`${members.preferences} || ${JSON.stringify(fields)}::jsonb`;
  const [row] = await db.update(members).set({ preferences }).where(eq(members.id, memberId)).returning();
  return row?.preferences ?? {};
}

type PreferenceRow = {
  chosen: ChosenPreferences;
  signInLanguage: Look['language'] | null;
  reader: { zone: string; language: Look['language'] } | null;
};

// An email has no browser to suggest values: those stored at sign-in and in the notification settings are used.
function lookOf({ chosen, signInLanguage, reader }: PreferenceRow): Look {
  const language = chosen.language ?? signInLanguage ?? reader?.language ?? 'zh_CN';
  return {
    language,
    theme: 'light',
    units: chosen.units ?? 'language',
    ...regionalSettingsOf(language, chosen),
    zone: chosen.zone || reader?.zone || 'UTC',
  };
}

/** Rendering preferences of members for emails, reports and images. Removed members are left out. */
export async function preferencesOf(db: Queryable, memberIds: string[]): Promise<Map<string, Look>> {
  const rows = await db
    .select({
      id: members.id,
      chosen: members.preferences,
      signInLanguage: members.spokenLanguage,
      reader: notificationSettings.settings,
    })
    .from(members)
    .leftJoin(notificationSettings, eq(notificationSettings.memberId, members.id))
    .where(inArray(members.id, memberIds));
  return new Map(rows.map(({ id, ...row }) => [id, lookOf(row)]));
}
