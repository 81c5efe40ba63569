import { useTranslation } from 'react-i18next';

import type { Language } from '#contract/language.ts';

/** The language that the page speaks now; what uses it is drawn again when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
