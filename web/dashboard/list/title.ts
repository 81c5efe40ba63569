import type { TFunction } from 'i18next';

import type { LocalizedText } from '#domain/columns/column.ts';
import type { Language } from '#domain/language.ts';
import { textOf } from '#display/words/subject.ts';

/** The title of a dashboard, or a placeholder name. */
export const titleOf = (title: LocalizedText, language: Language, t: TFunction): string =>
  textOf(title, language).trim() || t('dashboard.view.untitled');
