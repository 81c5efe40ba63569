import type { TFunction } from 'i18next';

import type { Language } from '#domain/language.ts';
import { formatShort } from '#display/format/number.ts';

/** Estimated row count of a connected database; a dash if unknown. */
export const aboutRows = (rows: number | null, language: Language, t: TFunction): string =>
  rows ? t('application.rowsAbout', { rows: formatShort(rows, language) }) : '-';
