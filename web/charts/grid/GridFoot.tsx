import { useTranslation } from 'react-i18next';

import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Progress } from '#web/ui/Progress.tsx';
import style from './DataGrid.module.css';
import { type Area, sizeOf } from './selection.ts';
import { sumUp } from './sums.ts';

/** The rows that did not come with an answer: they can be had, are on their way, or could not be read. */
export type LoadMore =
  | { kind: 'offered'; onLoad: () => void }
  | { kind: 'loading'; rows: number; onCancel: () => void }
  | { kind: 'failed'; reason: string; onLoad: () => void };

type Props = {
  rows: number;
  isCutOff: boolean;
  loadMore: LoadMore | undefined;
  /** How far sorting is, from 0 to 1; null if it is done. */
  sorting: number | null;
  isExact: boolean;
  onExact: ((isExact: boolean) => void) | undefined;
  area: Area | null;
  amountAt: (row: number, column: number) => number | null;
};

/** What a table holds, what is selected of it, and how its numbers are written. */
export function GridFoot(props: Props) {
  const { rows, isCutOff, loadMore, sorting, isExact, onExact } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const count = formatNumber(rows, language);
  return (
    <div className={style['foot']}>
      <span className="numbers" role="status">
        {t(isCutOff ? 'grid.rowsOfMore' : 'grid.rows', { rows: count })}
      </span>
      {loadMore && isCutOff && <More loadMore={loadMore} />}
      {sorting !== null && (
        <span className={style['bar']}>
          <Progress percent={sorting * 100} label={t('grid.sorting')} />
        </span>
      )}
      <Sums {...props} />
      {onExact && (
        <label className={style['end']}>
          <input type="checkbox" checked={isExact} onChange={(event) => onExact(event.target.checked)} />
          {t('grid.exact')}
        </label>
      )}
    </div>
  );
}

function More({ loadMore }: { loadMore: LoadMore }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (loadMore.kind === 'loading') {
    return (
      <>
        <span className={style['bar']}>
          <Progress percent={undefined} label={t('grid.loadingAll')} />
        </span>
        <span className="numbers">{t('grid.loaded', { rows: formatNumber(loadMore.rows, language) })}</span>
        <button type="button" onClick={loadMore.onCancel}>
          {t('common.cancel')}
        </button>
      </>
    );
  }
  return (
    <>
      {loadMore.kind === 'failed' && <span role="alert">{loadMore.reason}</span>}
      <button type="button" onClick={loadMore.onLoad}>
        {t(loadMore.kind === 'failed' ? 'common.retry' : 'grid.showAll')}
      </button>
    </>
  );
}

/** What the selected numbers add up to. */
function Sums({ area, amountAt }: Pick<Props, 'area' | 'amountAt'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sums = area && sizeOf(area) > 1 ? sumUp(area, amountAt) : null;
  if (!sums) return null;
  const say = (key: 'count' | 'sum' | 'average', value: number) => (
    <span>{t('common.pair', { name: t(`grid.sums.${key}`), value: formatNumber(value, language, 4) })}</span>
  );
  return (
    <span className={`numbers ${style['sums']}`}>
      {say('count', sums.count)}
      {sums.numbers > 0 && say('sum', sums.sum)}
      {sums.numbers > 0 && say('average', sums.sum / sums.numbers)}
    </span>
  );
}
