import type { ChosenPreferences } from '#contract/preferences/preferences.ts';
import { changeLanguage } from './language.ts';
import { storePreference } from './preferences.ts';
import { readStored } from './storage.ts';
import { chooseTheme, readThemeChoice } from './theme.ts';

let choiceCount = 0;

/** The number of choices made on this page. */
export const countChoices = (): number => choiceCount;

/** Applies a choice locally and counts it, so that an older response from the server does not override it. */
export function applyChoice(chosen: ChosenPreferences): void {
  choiceCount += 1;
  applyPreferences(chosen);
}

/** Applies and stores preferences in this browser. */
export function applyPreferences({ language, theme, ...rest }: ChosenPreferences): void {
  if (language && language !== readStored('language')) void changeLanguage(language);
  if (theme && theme !== readThemeChoice()) chooseTheme(theme);
  for (const name of Object.keys(rest) as (keyof typeof rest)[]) {
    const value = rest[name];
    if (value !== undefined) storePreference(name, value);
  }
}
