import { useTranslation } from 'react-i18next';

import type { Language } from '#domain/language.ts';

/** The current language; rerenders when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
