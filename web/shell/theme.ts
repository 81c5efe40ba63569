import { useSyncExternalStore } from 'react';

import { preferenceChoices, type Preferences } from '#contract/preferences/preferences.ts';
import { createListeners } from './listeners.ts';
import { watchMedia } from './media.ts';
import { readStored, store } from './storage.ts';

export const themeChoices = preferenceChoices.theme;
export type ThemeChoice = Preferences['theme'];
export type Theme = 'light' | 'dark';

const darkSystem = watchMedia('(prefers-color-scheme: dark)');
const { subscribe, notify } = createListeners();

export function readThemeChoice(): ThemeChoice {
  const stored = readStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  store('theme', choice === 'system' ? '' : choice);
  applyTheme();
}

function currentTheme(): Theme {
  const choice = readThemeChoice();
  if (choice !== 'system') return choice;
  return darkSystem.matches() ? 'dark' : 'light';
}

/** Sets the theme on the document and notifies subscribers. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = currentTheme();
  notify();
}

darkSystem.subscribe(applyTheme);
// The system theme may have changed since the page began to load.
applyTheme();

export const useTheme = () => useSyncExternalStore(subscribe, currentTheme);
export const useThemeChoice = () => useSyncExternalStore(subscribe, readThemeChoice);
