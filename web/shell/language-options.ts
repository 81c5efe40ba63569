import type { LanguageOption } from '#contract/shell.ts';
import type { Language } from '#domain/language.ts';

export const languageOptions: LanguageOption[] = [
  { text: '简体中文', value: 'zh_CN' },
  { text: 'English', value: 'en_US' },
];

export const defaultLanguage: Language = 'zh_CN';
const isLanguage = (value: string | null): value is Language => languageOptions.some((each) => each.value === value);

/** The initial language: the stored one, else English for an English browser, else Chinese. */
export function initialLanguage(stored: string | null, browser: string): Language {
  if (isLanguage(stored)) return stored;
  return /^en\b/i.test(browser) ? 'en_US' : defaultLanguage;
}

/** URL of the texts of a language. */
export const textsUrlOf = (language: Language): string => `assets/i18n/${language}.json`;
