import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { RowPage } from '#contract/datasets/routes.ts';
import { exactText } from '#display/format/text.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { textOf } from '#display/words/subject.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import { useCellText } from './cell-text.ts';
import style from './RowGrid.module.css';
import type { RowOrder } from './rows-view.ts';

type RowGridProps = {
  columns: DatasetColumn[];
  page: RowPage | undefined;
  size: number;
  isStale: boolean;
  order: RowOrder | undefined;
  onOrder: (order: RowOrder | undefined) => void;
};

/** A table of rows with sortable headers. */
export function RowGrid({ columns, page, size, isStale, order, onOrder }: RowGridProps) {
  const { t } = useTranslation();
  const cellIndexes = columns.map((column) => page?.columns.indexOf(column.id) ?? -1);
  return (
    <div className={style['scroll']} tabIndex={0} role="region" aria-label={t('dataset.tabs.rows')}>
      <table className={style['grid']} aria-busy={isStale || !page}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {page?.rows.map((row, line) => (
            // Rows have no id but their index on the page.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={line}>
              {columns.map((column, index) => (
                <Cell key={column.id} column={column} value={row[cellIndexes[index]!]} />
              ))}
            </tr>
          ))}
          {page?.rows.length === 0 && (
            <tr>
              <td className={style['none']} colSpan={columns.length}>
                {t('dataset.noRows')}
              </td>
            </tr>
          )}
          {!page && <BlankRows columns={columns.length} lines={Math.min(size, 20)} />}
        </tbody>
      </table>
    </div>
  );
}

/** Reserves space for the rows that are loading. */
function BlankRows({ columns, lines }: { columns: number; lines: number }) {
  return Array.from({ length: lines }, (_, line) => (
    <tr key={line} aria-hidden>
      <td colSpan={columns}>&nbsp;</td>
    </tr>
  ));
}

type RowGridHeadProps = {
  column: DatasetColumn;
  order: RowOrder | undefined;
  onOrder: (order: RowOrder | undefined) => void;
};

function Head({ column, order, onOrder }: RowGridHeadProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const description = textOf(column.description, language);
  const direction = order?.column === column.id ? order.direction : undefined;
  // Ascending, descending, then the default order.
  const next = { none: 'ascending', ascending: 'descending', descending: undefined } as const;
  const handleClick = () => {
    const nextDirection = next[direction ?? 'none'];
    onOrder(nextDirection && { column: column.id, direction: nextDirection });
  };
  return (
    <th scope="col" aria-sort={direction ?? 'none'} data-number={isNumeric(column)}>
      <button type="button" onClick={handleClick} title={description || t('dataset.sort')}>
        <span dir="auto" data-described={description !== ''}>
          {labelOf(column, language)}
        </span>
        <span className={style['arrows']} aria-hidden>
          <CaretUpOutlined data-on={direction === 'ascending'} />
          <CaretDownOutlined data-on={direction === 'descending'} />
        </span>
      </button>
      <small>{t(`data.types.${column.type}`)}</small>
    </th>
  );
}

function Cell({ column, value }: { column: DatasetColumn; value: unknown }) {
  const textOf = useCellText();
  const isNothing = value === null || value === undefined;
  return (
    <td
      dir="auto"
      data-number={isNumeric(column)}
      data-nothing={isNothing}
      title={isNothing ? undefined : exactText(value)}
    >
      {textOf(value, column)}
    </td>
  );
}
