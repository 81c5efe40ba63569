import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const columnsPerPage = 60;

export type ColumnWindow<Column> = {
  visibleColumns: Column[];
  first: number;
  total: number;
  move: (pages: number) => void;
};

/** Splits columns into pages: browsers render a thousand columns slowly. */
export function useColumnWindow<Column>(columns: Column[]): ColumnWindow<Column> {
  const [page, setPage] = useState(0);
  const first = Math.min(page * columnsPerPage, Math.max(columns.length - 1, 0));
  return {
    visibleColumns: columns.slice(first, first + columnsPerPage),
    first,
    total: columns.length,
    move: (pages) => setPage(page + pages),
  };
}

/** Pages through the columns of a wide table; hidden if they all fit. */
export function ColumnPager<Column>({
  window: { visibleColumns, first, total, move },
}: {
  window: ColumnWindow<Column>;
}) {
  const { t } = useTranslation();
  if (total <= columnsPerPage) return null;
  const last = first + visibleColumns.length;
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }} className="numbers">
      {t('data.columnsShown', { first: first + 1, last, total })}
      <Button
        size="small"
        aria-label={t('data.columnsBefore')}
        icon={<LeftOutlined />}
        disabled={first === 0}
        onClick={() => move(-1)}
      />
      <Button
        size="small"
        aria-label={t('data.columnsAfter')}
        icon={<RightOutlined />}
        disabled={last >= total}
        onClick={() => move(1)}
      />
    </span>
  );
}
