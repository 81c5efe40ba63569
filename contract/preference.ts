import type { Language } from './language.ts';

/** What can be chosen; the first of each is what the system or the language suggests. */
export const preferenceChoices = {
  theme: ['system', 'light', 'dark'],
  units: ['language', 'wan', 'thousand', 'none'],
  rising: ['language', 'red', 'green'],
  weekStart: ['language', 'monday', 'sunday'],
} as const;

type Choices = { [Name in keyof typeof preferenceChoices]: (typeof preferenceChoices)[Name][number] };

/** How a person wants to see and read everything. */
export type Preferences = Choices & {
  language: Language;
  /** Empty for the zone of the browser. */
  zone: string;
};

/** What a person has chosen; for the rest each browser suggests something. */
export type ChosenPreferences = { [Name in keyof Preferences]?: Preferences[Name] | undefined };

const suggested = {
  zh_CN: { rising: 'red', weekStart: 'monday' },
  en_US: { rising: 'green', weekStart: 'sunday' },
} as const;

/** Which colour means more and when weeks begin, for someone who reads a language and may have chosen otherwise. */
export function habitsOf(
  language: Language,
  { rising = 'language', weekStart = 'language' }: Pick<ChosenPreferences, 'rising' | 'weekStart'>,
): { rising: 'red' | 'green'; weekStart: 'monday' | 'sunday' } {
  return {
    rising: rising === 'language' ? suggested[language].rising : rising,
    weekStart: weekStart === 'language' ? suggested[language].weekStart : weekStart,
  };
}
