import { eq, inArray } from 'drizzle-orm';

import type { NotificationSettings } from '#contract/notifications.ts';
import type { Queryable } from '#server/database/open.ts';
import { notificationSettings } from '#server/database/schema.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';

const everything = { alerts: true, imports: true, access: true, channels: true };

/** What holds for whoever has chosen nothing. */
export const usualSettings: NotificationSettings = {
  bell: everything,
  mail: { alerts: true, imports: false, access: false, channels: false },
  quiet: null,
  zone: 'UTC',
  language: 'zh_CN',
};

/** The settings of members, with the clock and the language that they go by; who has chosen nothing has the usual ones. */
export async function loadSettingsOf(db: Queryable, members: string[]): Promise<Map<string, NotificationSettings>> {
  const rows = await db.select().from(notificationSettings).where(inArray(notificationSettings.memberId, members));
  const chosen = new Map(rows.map(({ memberId, settings }) => [memberId, settings]));
  const looks = await preferencesOf(db, members);
  const settingsOf = (id: string) => {
    const { zone, language } = looks.get(id) ?? usualSettings;
    return { ...usualSettings, ...chosen.get(id), zone, language };
  };
  return new Map(members.map((id) => [id, settingsOf(id)]));
}

/** One's own settings; who has chosen nothing is written to in the language of this call. */
export async function loadSettings(
  db: Queryable,
  member: string,
  language: NotificationSettings['language'],
): Promise<NotificationSettings> {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.memberId, member));
  return row?.settings ?? { ...usualSettings, language };
}

export async function saveSettings(db: Queryable, memberId: string, settings: NotificationSettings): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ memberId, settings })
    .onConflictDoUpdate({ target: notificationSettings.memberId, set: { settings } });
}

/** Remembers how to write to someone who has chosen nothing yet. */
export async function rememberReader(
  db: Queryable,
  memberId: string,
  reader: Pick<NotificationSettings, 'zone' | 'language'>,
): Promise<void> {
  const settings = { ...usualSettings, ...reader };
  await db.insert(notificationSettings).values({ memberId, settings }).onConflictDoNothing();
}
