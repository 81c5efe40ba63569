import { useTranslation } from 'react-i18next';

import type { ColumnProfile } from '#contract/datasets/routes.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { formatPercent, formatShort } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './ProfileTab.module.css';

type TopValuesProps = { type: ColumnType; top: ColumnProfile['top']; rows: number; distinct: number };

/** The most frequent values, or a note that all values are unique. */
export function TopValues({ type, top, rows, distinct }: TopValuesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const textOf = (value: string) => {
    if (type === 'boolean') return t(value === 'true' ? 'data.yes' : 'data.no');
    return value === '' ? t('profile.blank') : value;
  };
  const maxCount = top[0]?.count ?? 0;
  if (top.length === 0 || (maxCount <= 1 && rows > 1)) {
    return <p className={style['unique']}>{t(distinct === 0 ? 'profile.empty' : 'profile.unique')}</p>;
  }
  return (
    <ol className={style['top']}>
      {top.slice(0, 6).map(({ value, count }) => (
        <li key={value} title={`${textOf(value)} · ${formatPercent(count / Math.max(rows, 1), language, 1)}`}>
          <span className={style['bar']} style={{ width: `${(count / maxCount) * 100}%` }} aria-hidden />
          <span dir="auto">{textOf(value)}</span>
          <span className="numbers">{formatShort(count, language)}</span>
        </li>
      ))}
    </ol>
  );
}
