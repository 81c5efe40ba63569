import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { ColumnProfile, Dataset } from '#contract/datasets/routes.ts';
import { type DatasetColumn, storedColumnsIn } from '#domain/columns/column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { profileQuery } from '#web/http/datasets.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { formatDay, formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { formatNumber, formatPercent, formatShort } from '#display/format/number.ts';
import { Bars } from '#web/ui/Bars.tsx';
import { useLanguage } from '#web/ui/language.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { labelOf } from '../names.ts';
import { ColumnPager, useColumnWindow } from '../ColumnPager.tsx';
import { numberText } from './cell-text.ts';
import style from './ProfileTab.module.css';

/** Distribution of the values of each column. */
export function ProfileTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: profile } = useQuery(profileQuery(dataset.id, dataset.version));
  const columns = useColumnWindow(storedColumnsIn(dataset.columns));
  if (!profile) return <PageSpinner />;
  const rows = formatNumber(profile.rows, language);
  return (
    <>
      {profile.isSample && <p className={style['sample']}>{t('profile.sample', { rows, count: profile.rows })}</p>}
      <ColumnPager window={columns} />
      <ul className={style['cards']} aria-label={t('dataset.tabs.profile')}>
        {columns.visibleColumns.map((column) => {
          const columnProfile = profile.columns.find((each) => each.column === column.id);
          return (
            columnProfile && <ColumnCard key={column.id} column={column} profile={columnProfile} rows={profile.rows} />
          );
        })}
      </ul>
    </>
  );
}

type CardProps = { column: DatasetColumn; profile: ColumnProfile; rows: number };

function ColumnCard({ column, profile, rows }: CardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const filled = rows > 0 ? 1 - profile.nulls / rows : 0;
  const distinct = formatShort(profile.distinct, language);
  return (
    <li className={style['card']}>
      <header>
        <h3 dir="auto">{labelOf(column, language)}</h3>
        <span>{t(`data.types.${column.type}`)}</span>
      </header>
      <FilledShare share={filled} nulls={profile.nulls} />
      <p className="numbers">{t(profile.exact ? 'profile.distinct' : 'profile.distinctAbout', { distinct })}</p>
      {profile.histogram.length > 0 ? (
        <Histogram column={column} profile={profile} />
      ) : (
        <TopValues type={column.type} top={profile.top} rows={rows} distinct={profile.distinct} />
      )}
    </li>
  );
}

function FilledShare({ share, nulls }: { share: number; nulls: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = t('profile.filled', {
    share: formatPercent(share, language, 1),
    nulls: formatShort(nulls, language),
  });
  return (
    <div className={style['filled']} title={text}>
      <span className={style['track']} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="numbers">{text}</span>
    </div>
  );
}

type HistogramProps = { column: DatasetColumn; profile: ColumnProfile };

function Histogram({ column, profile }: HistogramProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const show = useBoundText(column);
  const bars = profile.histogram.map(({ from, count }) => ({
    label: t('profile.bar', { from: show(from), count: formatNumber(count, language) }),
    value: count,
  }));
  const range = t('profile.range', { min: show(profile.min), max: show(profile.max) });
  return (
    <figure className={style['figure']}>
      <Bars bars={bars} label={range} />
      <figcaption className="numbers">
        <span>{show(profile.min)}</span>
        {profile.mean !== null && isNumeric(column) && <span>{t('profile.mean', { mean: show(profile.mean) })}</span>}
        <span>{show(profile.max)}</span>
      </figcaption>
    </figure>
  );
}

/** Formats a bound of a column like its cells, with short numbers. */
function useBoundText(column: DatasetColumn) {
  const zone = useZone();
  const language = useLanguage();
  return (value: number | string | null) => {
    if (value === null) return '-';
    // A mean can have many decimals.
    if (typeof value === 'number')
      return column.format === 'plain'
        ? formatShort(value, language)
        : numberText(Number(value.toPrecision(5)), column, language);
    return column.type === 'time' ? formatMoment(value, zone) : formatDay(value);
  };
}

type TopValuesProps = { type: ColumnType; top: ColumnProfile['top']; rows: number; distinct: number };

/** The most frequent values, or a note that all values are unique. */
function TopValues({ type, top, rows, distinct }: TopValuesProps) {
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
