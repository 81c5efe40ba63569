import { useTranslation } from 'react-i18next';

import type { Card } from '#domain/dashboard/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { cardTitle } from './card-result.ts';
import { useSubject } from './subjects.ts';

/** The name of a card in lists and in the editor; never empty. */
export function useCardName(card: Card): string {
  const { t } = useTranslation();
  const look = useLook();
  const subject = useSubject(card.kind === 'chart' ? card.chart.ask : undefined);
  const name = card.kind === 'chart' ? cardTitle(card, subject, look) : textOf(card.title, look.language);
  return name || t(`dashboard.edit.kinds.${card.kind}`);
}
