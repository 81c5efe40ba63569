import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '#contract/language.ts';
import { habitsOf, preferenceChoices, type Preferences } from '#contract/preference.ts';
import type { Look } from '#display/frame.ts';
import { countWrites, readStored, store, watchStored } from './storage.ts';
import { useTheme } from './theme.ts';
import { browserZone } from './zone.ts';

const listed = ['units', 'rising', 'weekStart'] as const;
const names = [...listed, 'zone'] as const;
/** What is kept here; theme and language have places of their own. */
type Kept = Pick<Preferences, (typeof names)[number]>;

const keyOf = (name: string) => `preferences.${name}`;
const listeners = new Set<() => void>();

let isWatched = false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isWatched) watchStored(tell);
  isWatched = true;
  return () => listeners.delete(listener);
}

// One string, so that nothing is drawn again while nothing changes; every picture asks for it, several times.
let known = { writes: -1, text: '' };

function snapshot(): string {
  const writes = countWrites();
  if (known.writes !== writes) {
    known = { writes, text: names.map((name) => readStored(keyOf(name)) ?? '').join('\n') };
  }
  return known.text;
}

/** Tells all who listen that something may be another one now, here or in another tab. */
function tell(): void {
  known.writes = -1;
  for (const listener of listeners) listener();
}

function preferencesOf(text: string): Kept {
  const stored = text.split('\n');
  const chosen = listed.map((name, index) => {
    const choices = preferenceChoices[name];
    const value = (choices as readonly string[]).find((choice) => choice === stored[index]);
    return [name, value ?? choices[0]];
  });
  return { ...Object.fromEntries(chosen), zone: isZone(stored[3] ?? '') ? stored[3] : '' } as Kept;
}

/** The zones that this browser knows. */
export const listZones = (): string[] => Intl.supportedValuesOf('timeZone');
const isZone = (zone: string) => zone !== '' && (zone === 'UTC' || listZones().includes(zone));

export function keepPreference<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
  const kept = value === 'language' ? '' : value;
  if ((readStored(keyOf(name)) ?? '') === kept) return;
  store(keyOf(name), kept);
  tell();
}

export function usePreferences(): Kept {
  const text = useSyncExternalStore(subscribe, snapshot);
  return useMemo(() => preferencesOf(text), [text]);
}

/** The zone whose clocks this person goes by. */
export const useOwnZone = (): string => usePreferences().zone || browserZone;

/** Another zone than one's own for all that is inside, since a link says so. */
export const ZoneContext = createContext<string | null>(null);

/** The zone by whose clocks everything is told here. */
export function useZone(): string {
  const own = useOwnZone();
  return useContext(ZoneContext) ?? own;
}

/** How this person wants to see numbers, dates and colours. */
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
      ...habitsOf(language, { rising, weekStart }),
      zone,
    }),
    [language, theme, units, rising, weekStart, zone],
  );
}
