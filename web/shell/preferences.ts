import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '#contract/language.ts';
import type { Look } from '#display/frame.ts';
import { readStored, store } from './storage.ts';
import { useTheme } from './theme.ts';
import { browserZone } from './zone.ts';

/** What can be chosen; the first of each is what the language or the browser suggests. */
export const preferenceChoices = {
  units: ['language', 'wan', 'thousand', 'none'],
  rising: ['language', 'red', 'green'],
  weekStart: ['language', 'monday', 'sunday'],
} as const;
export type Preference = keyof typeof preferenceChoices;
export type Preferences = { [Name in Preference]: (typeof preferenceChoices)[Name][number] } & {
  /** Empty for the browser's. */
  zone: string;
};

const names = [...(Object.keys(preferenceChoices) as Preference[]), 'zone'] as const;
const keyOf = (name: string) => `preferences.${name}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// One string, so that nothing is drawn again while nothing changes.
const snapshot = () => names.map((name) => readStored(keyOf(name)) ?? '').join('\n');

function preferencesOf(text: string): Preferences {
  const stored = text.split('\n');
  const chosen = Object.entries(preferenceChoices).map(([name, choices], index) => {
    const value = (choices as readonly string[]).find((choice) => choice === stored[index]);
    return [name, value ?? choices[0]];
  });
  return { ...Object.fromEntries(chosen), zone: isZone(stored[3] ?? '') ? stored[3] : '' } as Preferences;
}

/** The zones that this browser knows. */
export const listZones = (): string[] => Intl.supportedValuesOf('timeZone');
const isZone = (zone: string) => zone !== '' && (zone === 'UTC' || listZones().includes(zone));

export function choosePreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  store(keyOf(name), value === 'language' ? '' : value);
  for (const listener of listeners) listener();
}

export function usePreferences(): Preferences {
  const text = useSyncExternalStore(subscribe, snapshot);
  return useMemo(() => preferencesOf(text), [text]);
}

/** The zone whose clocks this person goes by. */
export const useZone = (): string => usePreferences().zone || browserZone;

const suggested = {
  zh_CN: { rising: 'red', weekStart: 'monday' },
  en_US: { rising: 'green', weekStart: 'sunday' },
} as const;

/** How this person wants to see numbers, dates and colours. */
export function useLook(): Look {
  const theme = useTheme();
  const language = useTranslation().i18n.language as Language;
  const { units, rising, weekStart, zone } = usePreferences();
  return useMemo(
    () => ({
      language,
      theme,
      units,
      rising: rising === 'language' ? suggested[language].rising : rising,
      weekStart: weekStart === 'language' ? suggested[language].weekStart : weekStart,
      zone: zone || browserZone,
    }),
    [language, theme, units, rising, weekStart, zone],
  );
}
