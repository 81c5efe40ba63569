import { useTranslation } from 'react-i18next';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { listOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Comparison.module.css';
import { differenceOf } from './diff.ts';
import { VersionPreview } from './VersionPreview.tsx';

type NamedDashboard = { name: string; dashboard: Dashboard };

type ComparisonProps = {
  before: NamedDashboard;
  after: NamedDashboard;
  /** Restores a card as it was before. */
  onRestoreCard?: ((card: string) => void) | undefined;
};

/** Two versions side by side with differences outlined. */
export function Comparison({ before, after, onRestoreCard }: ComparisonProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const difference = differenceOf(before.dashboard, after.dashboard);
  const isSame = difference.cards.size + difference.parts.length === 0;
  const parts = difference.parts.map((part) => t(`dashboard.history.parts.${part}`));
  return (
    <div>
      <p className={style['summary']} role="status">
        {isSame && t('dashboard.history.same')}
        {difference.cards.size > 0 && t('dashboard.history.differing', { count: difference.cards.size })}{' '}
        {parts.length > 0 && t('dashboard.history.alsoChanged', { parts: listOf(parts, language) })}
      </p>
      <div className={style['pair']}>
        <VersionPreview {...before} changes={difference.cards} side="before" onRestoreCard={onRestoreCard} />
        <VersionPreview {...after} changes={difference.cards} side="after" onRestoreCard={onRestoreCard} />
      </div>
    </div>
  );
}
