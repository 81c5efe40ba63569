import type { ChosenPreferences } from '#contract/preference.ts';
import { changeLanguage } from './language.ts';
import { keepPreference } from './preferences.ts';
import { readStored } from './storage.ts';
import { chooseTheme, readThemeChoice } from './theme.ts';

let choices = 0;

/** How often something was chosen on this page. */
export const countChoices = (): number => choices;

/** Keeps a choice in this browser, whatever is on its way from the account. */
export function keepChoice(chosen: ChosenPreferences): void {
  choices += 1;
  adoptPreferences(chosen);
}

/** Has this browser go by what was chosen; it is what the next page begins with. */
export function adoptPreferences({ language, theme, ...rest }: ChosenPreferences): void {
  if (language && language !== readStored('language')) void changeLanguage(language);
  if (theme && theme !== readThemeChoice()) chooseTheme(theme);
  for (const name of Object.keys(rest) as (keyof typeof rest)[]) {
    const value = rest[name];
    if (value !== undefined) keepPreference(name, value);
  }
}
