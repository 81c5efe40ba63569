import type { Language } from '#domain/language.ts';

/** Choices; the first of each follows the system or the language. */
export const preferenceChoices = {
  theme: ['system', 'light', 'dark'],
  units: ['language', 'wan', 'thousand', 'none'],
  rising: ['language', 'red', 'green'],
  weekStart: ['language', 'monday', 'sunday'],
} as const;

type Choices = { [Name in keyof typeof preferenceChoices]: (typeof preferenceChoices)[Name][number] };

/** Display preferences of a person. */
export type Preferences = Choices & {
  language: Language;
  /** Empty for the zone of the browser. */
  zone: string;
};

/** Preferences that a person has set; the browser suggests the rest. */
export type ChosenPreferences = { [Name in keyof Preferences]?: Preferences[Name] | undefined };

const suggested = {
  zh_CN: { rising: 'red', weekStart: 'monday' },
  en_US: { rising: 'green', weekStart: 'sunday' },
} as const;

/** Colour of rises and first weekday, by language unless chosen otherwise. */
export function regionalSettingsOf(
  language: Language,
  { rising = 'language', weekStart = 'language' }: Pick<ChosenPreferences, 'rising' | 'weekStart'>,
): { rising: 'red' | 'green'; weekStart: 'monday' | 'sunday' } {
  return {
    rising: rising === 'language' ? suggested[language].rising : rising,
    weekStart: weekStart === 'language' ? suggested[language].weekStart : weekStart,
  };
}
