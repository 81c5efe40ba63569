import { useQuery } from '@tanstack/react-query';
import Pagination from 'antd/es/pagination';
import { useTranslation } from 'react-i18next';

import { storedColumnsIn } from '#domain/columns/column.ts';
import type { Dataset, RowPage } from '#contract/datasets/routes.ts';
import { applicationQuery } from '#web/http/applications.ts';
import { rowsQuery } from '#web/http/datasets.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { ColumnPager, useColumnWindow } from '../ColumnPager.tsx';
import { OldVersionBanner } from './OldVersionBanner.tsx';
import { Filters } from './Filters.tsx';
import { RowGrid } from './RowGrid.tsx';
import style from './RowsTab.module.css';
import { nextOrder, sizes, defaultOrderOf, useRowsView, type RowsView } from './rows-view.ts';

/** One page of the rows, sorted and filtered as in the URL. */
export function RowsTab({ dataset }: { dataset: Dataset }) {
  const { view, change } = useRowsView();
  const { data: application, isPending } = useQuery({
    ...applicationQuery(dataset.applicationId),
    throwOnError: false,
  });
  // An earlier version may lack the column.
  const defaultOrder =
    view.version === undefined ? defaultOrderOf(application?.kind, storedColumnsIn(dataset.columns)) : undefined;
  const order = view.order ?? defaultOrder;
  const {
    data: page,
    error,
    isPlaceholderData,
  } = useQuery({ ...rowsQuery(rowsInputOf(dataset, { ...view, order })), enabled: !isPending, throwOnError: false });
  const availableColumns = page?.columns ?? storedColumnsIn(dataset.columns).map((column) => column.id);
  const columns = useColumnWindow(dataset.columns.filter((column) => availableColumns.includes(column.id)));
  return (
    <>
      <OldVersionBanner dataset={dataset} version={view.version} onCurrent={() => change({ version: undefined })} />
      <div className={style['bar']}>
        <Filters dataset={dataset} filters={view.filters} onChange={(filters) => change({ filters })} />
        <ColumnPager window={columns} />
      </div>
      {error && (
        <p role="alert" className={style['failure']}>
          {sentenceOf(error)}
        </p>
      )}
      <RowGrid
        columns={columns.visibleColumns}
        page={page}
        size={view.size}
        isStale={isPlaceholderData}
        order={order}
        onOrder={(clicked) => change({ order: nextOrder(clicked, view.order, defaultOrder) })}
      />
      <Pages view={view} page={page} onChange={change} />
    </>
  );
}

function rowsInputOf({ id }: Dataset, { page, size, order, filters, version }: RowsView) {
  return {
    id,
    offset: (page - 1) * size,
    limit: size,
    filters,
    ...(order && { order }),
    ...(version !== undefined && { version }),
  };
}

type PagesProps = { view: RowsView; page: RowPage | undefined; onChange: (part: Partial<RowsView>) => void };

function Pages({ view, page, onChange }: PagesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const total = page?.total;
  const rows = formatNumber(total, language);
  const text = page?.isCutOff ? t('dataset.first', { rows }) : t('dataset.total', { total: rows });
  return (
    <div className={style['pages']}>
      <span className="numbers" role="status">
        {page ? text : ' '}
      </span>
      <Pagination
        size="small"
        current={view.page}
        pageSize={view.size}
        pageSizeOptions={sizes}
        total={total ?? 0}
        showSizeChanger
        showQuickJumper={(total ?? 0) > view.size * 5}
        responsive
        onChange={(next, size) => onChange(size === view.size ? { page: next } : { size })}
      />
    </div>
  );
}
