import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const width = 60;

export type ColumnWindow<Column> = {
  shown: Column[];
  first: number;
  total: number;
  move: (pages: number) => void;
};

/** So many columns at a time: no browser draws a thousand of them well. */
export function useColumnWindow<Column>(columns: Column[]): ColumnWindow<Column> {
  const [page, setPage] = useState(0);
  const first = Math.min(page * width, Math.max(columns.length - 1, 0));
  return {
    shown: columns.slice(first, first + width),
    first,
    total: columns.length,
    move: (pages) => setPage(page + pages),
  };
}

/** Leads through the columns of a wide table; shows only if there are too many. */
export function ColumnPager<Column>({ window: { shown, first, total, move } }: { window: ColumnWindow<Column> }) {
  const { t } = useTranslation();
  if (total <= width) return null;
  const last = first + shown.length;
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
