import { DownOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { Card } from '#contract/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Board.module.css';

type Props = { divider: Extract<Card, { kind: 'divider' }>; isFolded: boolean; onFold: () => void };

/** Where a section begins; it can be folded away. */
export function SectionHead({ divider, isFolded, onFold }: Props) {
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
