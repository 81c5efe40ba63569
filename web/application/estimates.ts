import type { TFunction } from 'i18next';

import type { Language } from '#domain/language.ts';
import { formatShort } from '#display/format/number.ts';

/** Rows of a connected database, which are an estimate; none is unknown. */
export const aboutRows = (rows: number | null, language: Language, t: TFunction): string =>
  rows ? t('application.rowsAbout', { rows: formatShort(rows, language) }) : '-';
