import { DownOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { Card } from '#domain/dashboard/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './DashboardGrid.module.css';

type SectionHeadProps = { divider: Extract<Card, { kind: 'divider' }>; isFolded: boolean; onFold: () => void };

/** Heading of a section, which can be folded. */
export function SectionHead({ divider, isFolded, onFold }: SectionHeadProps) {
  const { t } = useTranslation();
  const title = textOf(divider.title, useLanguage());
  return (
    <h2 className={style['divider']}>
      <button
        type="button"
        aria-expanded={!isFolded}
        onClick={onFold}
        aria-label={title || t('dashboard.view.section')}
      >
        <DownOutlined aria-hidden data-folded={isFolded} />
        <span dir="auto">{title}</span>
      </button>
    </h2>
  );
}
