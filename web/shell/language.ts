import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

import type { Language } from '#domain/language.ts';
import { defaultLanguage, initialLanguage, languageOptions } from './language-options.ts';
import { readStored, store } from './storage.ts';

export function currentLanguage(): Language {
  return (i18next.language as Language | undefined) ?? defaultLanguage;
}

/** Initializes translations; `load` fetches those of one language. */
export async function startLanguage(load: (language: Language) => Promise<object>): Promise<void> {
  i18next.use(initReactI18next).use({
    type: 'backend' as const,
    read: (language: Language, _namespace: string, done: (error: unknown, texts: object | null) => void) =>
      void load(language).then(
        (texts) => done(null, texts),
        (error: unknown) => done(error, null),
      ),
  });
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language.replace('_', '-');
  });
  await i18next.init({
    lng: initialLanguage(readStored('language'), navigator.language),
    fallbackLng: false,
    load: 'currentOnly',
    keySeparator: '.',
    nsSeparator: false,
    // React escapes interpolated values.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  // The account's preference may have been applied meanwhile.
  await i18next.changeLanguage(initialLanguage(readStored('language'), navigator.language));
}

/** Stores the language and switches all texts. */
export async function changeLanguage(language: Language): Promise<void> {
  const { text } = languageOptions.find((each) => each.value === language)!;
  store('language', language);
  store('language.title', text);
  if (i18next.isInitialized) await i18next.changeLanguage(language);
}
