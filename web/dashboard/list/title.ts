import type { TFunction } from 'i18next';

import type { Texts } from '#contract/datasets.ts';
import type { Language } from '#contract/language.ts';
import { textOf } from '#display/words/subject.ts';

/** What a dashboard is called; one without a title still needs a name to be opened by. */
export const titleOf = (title: Texts, language: Language, t: TFunction): string =>
  textOf(title, language).trim() || t('dashboard.view.untitled');
