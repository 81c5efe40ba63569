import { useTranslation } from 'react-i18next';

import type { ColumnProfile } from '#contract/datasets.ts';
import { formatPercent, formatShort } from '#web/shell/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './ProfileTab.module.css';

type Props = { top: ColumnProfile['top']; rows: number; distinct: number };

/** The most frequent values, the largest first; if every value is its own, that is said instead. */
export function TopValues({ top, rows, distinct }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const most = top[0]?.count ?? 0;
  if (top.length === 0 || (most <= 1 && rows > 1)) {
    return <p className={style['unique']}>{t(distinct === 0 ? 'profile.empty' : 'profile.unique')}</p>;
  }
  return (
    <ol className={style['top']}>
      {top.slice(0, 6).map(({ value, count }) => (
        <li key={value} title={`${value} · ${formatPercent(count / Math.max(rows, 1), language, 1)}`}>
          <span className={style['bar']} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
          <span dir="auto">{value === '' ? t('profile.blank') : value}</span>
          <span className="numbers">{formatShort(count, language)}</span>
        </li>
      ))}
    </ol>
  );
}
