import { useTranslation } from 'react-i18next';

import { exactSum } from '#domain/query/decimal.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Progress } from '#web/ui/Progress.tsx';
import style from './DataGrid.module.css';
import { type CellArea, sizeOf } from './selection.ts';

/** State of the rows beyond the limit of a result. */
export type LoadMore =
  | { kind: 'offered'; onLoad: () => void }
  | { kind: 'loading'; rows: number; onCancel: () => void }
  | { kind: 'failed'; reason: string; onLoad: () => void };

type GridFootProps = {
  rows: number;
  isCutOff: boolean;
  loadMore: LoadMore | undefined;
  /** Sorting progress from 0 to 1; null if done. */
  sorting: number | null;
  isExact: boolean;
  onExact: ((isExact: boolean) => void) | undefined;
  area: CellArea | null;
  amountAt: (row: number, column: number) => number | null;
};

/** Footer: row count, statistics of the selection, and number format. */
export function GridFoot(props: GridFootProps) {
  const { rows, isCutOff, loadMore, sorting, isExact, onExact } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const count = formatNumber(rows, language);
  return (
    <div className={style['foot']}>
      <span className="numbers" role="status">
        {t(isCutOff ? 'grid.rowsOfMore' : 'grid.rows', { rows: count })}
      </span>
      {loadMore && isCutOff && <LoadMoreStatus loadMore={loadMore} />}
      {sorting !== null && (
        <span className={style['bar']}>
          <Progress percent={sorting * 100} label={t('grid.sorting')} />
        </span>
      )}
      <SelectionSums {...props} />
      {onExact && (
        <label className={style['end']}>
          <input type="checkbox" checked={isExact} onChange={(event) => onExact(event.target.checked)} />
          {t('grid.exact')}
        </label>
      )}
    </div>
  );
}

function LoadMoreStatus({ loadMore }: { loadMore: LoadMore }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (loadMore.kind === 'loading') {
    return (
      <>
        <span className={style['bar']}>
          <Progress percent={undefined} label={t('grid.loadingAll')} />
        </span>
        <span className="numbers">
          {t('grid.loaded', { rows: formatNumber(loadMore.rows, language), count: loadMore.rows })}
        </span>
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

/** Statistics of the selected numbers. */
function SelectionSums({ area, amountAt }: Pick<GridFootProps, 'area' | 'amountAt'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sums = area && sizeOf(area) > 1 ? sumSelection(area, amountAt) : null;
  if (!sums) return null;
  const renderSum = (key: 'count' | 'sum' | 'average', value: number) => (
    <span>{t('common.pair', { name: t(`grid.sums.${key}`), value: formatNumber(value, language, 4) })}</span>
  );
  return (
    <span className={`numbers ${style['sums']}`}>
      {renderSum('count', sums.count)}
      {sums.numbers > 0 && renderSum('sum', sums.sum)}
      {sums.numbers > 0 && renderSum('average', sums.sum / sums.numbers)}
    </span>
  );
}

const maxSummedCells = 200_000;

/** Count and sum of the selected numbers. Very large selections are only counted, to keep dragging fast. */
function sumSelection(area: CellArea, amountAt: (row: number, column: number) => number | null) {
  const count = sizeOf(area);
  if (count > maxSummedCells) return { count, numbers: 0, sum: 0 };
  const numbers: number[] = [];
  for (let row = area.top; row <= area.bottom; row += 1) {
    for (let column = area.left; column <= area.right; column += 1) {
      const amount = amountAt(row, column);
      if (amount !== null) numbers.push(amount);
    }
  }
  return { count, numbers: numbers.length, sum: exactSum(numbers) };
}
