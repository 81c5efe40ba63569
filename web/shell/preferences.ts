import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '#domain/language.ts';
import { regionalSettingsOf, preferenceChoices, type Preferences } from '#contract/preferences/preferences.ts';
import type { Look } from '#display/frame.ts';
import { createListeners } from './listeners.ts';
import { countWrites, readStored, store, watchStored } from './storage.ts';
import { useTheme } from './theme.ts';
import { browserZone } from './browser-zone.ts';

const choiceNames = ['units', 'rising', 'weekStart'] as const;
const names = [...choiceNames, 'zone'] as const;
/** The preferences stored here; theme and language are stored separately. */
type StoredPreferences = Pick<Preferences, (typeof names)[number]>;

const keyOf = (name: string) => `preferences.${name}`;
const listeners = createListeners();

let isWatched = false;

function subscribe(listener: () => void): () => void {
  if (!isWatched) watchStored(notifyListeners);
  isWatched = true;
  return listeners.subscribe(listener);
}

// One string, so that nothing rerenders while nothing changes; cached, because every chart reads it several times.
let cachedSnapshot = { writes: -1, text: '' };

function snapshot(): string {
  const writes = countWrites();
  if (cachedSnapshot.writes !== writes) {
    cachedSnapshot = { writes, text: names.map((name) => readStored(keyOf(name)) ?? '').join('\n') };
  }
  return cachedSnapshot.text;
}

/** Notifies subscribers of a possible change, here or in another tab. */
function notifyListeners(): void {
  cachedSnapshot.writes = -1;
  listeners.notify();
}

function preferencesOf(text: string): StoredPreferences {
  const stored = text.split('\n');
  const chosen = choiceNames.map((name, index) => {
    const choices = preferenceChoices[name];
    const value = (choices as readonly string[]).find((choice) => choice === stored[index]);
    return [name, value ?? choices[0]];
  });
  return { ...Object.fromEntries(chosen), zone: isZone(stored[3] ?? '') ? stored[3] : '' } as StoredPreferences;
}

/** The time zones that this browser supports. */
export const listZones = (): string[] => Intl.supportedValuesOf('timeZone');
const isZone = (zone: string) => zone !== '' && (zone === 'UTC' || listZones().includes(zone));

export function storePreference<Name extends keyof StoredPreferences>(
  name: Name,
  value: StoredPreferences[Name],
): void {
  const storedValue = value === 'language' ? '' : value;
  if ((readStored(keyOf(name)) ?? '') === storedValue) return;
  store(keyOf(name), storedValue);
  notifyListeners();
}

export function usePreferences(): StoredPreferences {
  const text = useSyncExternalStore(subscribe, snapshot);
  return useMemo(() => preferencesOf(text), [text]);
}

/** The member's own time zone. */
export const useOwnZone = (): string => usePreferences().zone || browserZone();

/** Overrides the zone for everything inside, for example by a public link. */
export const ZoneContext = createContext<string | null>(null);

/** The time zone in effect. */
export function useZone(): string {
  const own = useOwnZone();
  return useContext(ZoneContext) ?? own;
}

/** Language, theme, units, zone and other display settings in effect. */
export function useLook(): Look {
  const theme = useTheme();
  const language = useTranslation().i18n.language as Language;
  const { units, rising, weekStart } = usePreferences();
  const zone = useZone();
  return useMemo(
    () => ({
      language,
      theme,
      units,
      ...regionalSettingsOf(language, { rising, weekStart }),
      zone,
    }),
    [language, theme, units, rising, weekStart, zone],
  );
}
