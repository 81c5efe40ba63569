import { eq, inArray } from 'drizzle-orm';

import type { NotificationSettings } from '#contract/notifications/routes.ts';
import type { Queryable } from '#server/database/open.ts';
import { notificationSettings } from '#server/database/schema.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';

const allTopics = { alerts: true, imports: true, datasets: true, access: true, channels: true };

/** Defaults for members without stored settings. */
const defaultSettings: NotificationSettings = {
  bell: allTopics,
  mail: { alerts: true, imports: false, datasets: false, access: false, channels: false },
  quiet: null,
  zone: 'UTC',
  language: 'zh_CN',
};

/** Stored settings; topics that are newer than these settings get their defaults. */
const withDefaults = (stored: NotificationSettings | undefined): NotificationSettings => ({
  ...defaultSettings,
  ...stored,
  bell: { ...defaultSettings.bell, ...stored?.bell },
  mail: { ...defaultSettings.mail, ...stored?.mail },
});

/** Settings of members with their time zone and language; defaults if none are stored. */
export async function loadSettingsOf(db: Queryable, members: string[]): Promise<Map<string, NotificationSettings>> {
  const rows = await db.select().from(notificationSettings).where(inArray(notificationSettings.memberId, members));
  const chosen = new Map(rows.map(({ memberId, settings }) => [memberId, settings]));
  const looks = await preferencesOf(db, members);
  const settingsOf = (id: string) => {
    const { zone, language } = looks.get(id) ?? defaultSettings;
    return { ...withDefaults(chosen.get(id)), zone, language };
  };
  return new Map(members.map((id) => [id, settingsOf(id)]));
}

/** Own settings; by default in the language of the request. */
export async function loadSettings(
  db: Queryable,
  member: string,
  language: NotificationSettings['language'],
): Promise<NotificationSettings> {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.memberId, member));
  return row ? withDefaults(row.settings) : { ...defaultSettings, language };
}

export async function saveSettings(db: Queryable, memberId: string, settings: NotificationSettings): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ memberId, settings })
    .onConflictDoUpdate({ target: notificationSettings.memberId, set: { settings } });
}

/** Stores the time zone and language of a member without stored settings. */
export async function saveReaderDefaults(
  db: Queryable,
  memberId: string,
  reader: Pick<NotificationSettings, 'zone' | 'language'>,
): Promise<void> {
  const settings = { ...defaultSettings, ...reader };
  await db.insert(notificationSettings).values({ memberId, settings }).onConflictDoNothing();
}
