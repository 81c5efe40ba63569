import { useTranslation } from 'react-i18next';

import type { FoundTable } from '#contract/imports.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { ColumnPager, useColumnWindow } from '../ColumnPager.tsx';
import { isNumeric } from '../dataset/cell.ts';
import { readingOfCell } from './cell-options.ts';
import { ColumnHead, type ColumnChange } from './ColumnHead.tsx';
import { doubtOf } from './doubt.ts';
import type { PlannedColumn } from './plan.ts';
import type { Plan } from './plans.ts';
import style from './Preview.module.css';

type Props = { plan: Plan; onColumn: (source: number, change: ColumnChange) => void };

/** The first rows as they stand in the file, under columns that can be called and understood otherwise. */
export function Preview({ plan: { table, columns, matched, target }, onColumn }: Props) {
  const { t } = useTranslation();
  const window = useColumnWindow(columns);
  const isDoubtful = doubtOf(table, columns, matched?.dataset.recipe);
  const isReplaced = target.kind === 'existing' && target.mode === 'replace';
  const typesOf = ({ source, type, typeBefore }: PlannedColumn) =>
    isReplaced ? [...new Set([typeBefore ?? type, type, table.columns[source]!.type])] : [type];
  const hasDoubts = table.sample.some((row, line) => row.some((_, source) => isDoubtful(line, source)));
  return (
    <Panel title={t('upload.preview')} extra={<ColumnPager window={window} />}>
      {hasDoubts && (
        <p className={style['legend']}>
          <mark aria-hidden />
          {t('upload.doubtful')}
        </p>
      )}
      <div className={style['scroll']} tabIndex={0} role="region" aria-label={t('upload.preview')}>
        <table className={style['table']}>
          <thead>
            <tr>
              {window.shown.map((column) => (
                <ColumnHead
                  key={column.source}
                  column={column}
                  original={table.columns[column.source]?.name ?? ''}
                  types={typesOf(column)}
                  onChange={(change) => onColumn(column.source, change)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {table.sample.map((row, line) => (
              // Rows of a file have no name but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={line}>
                {window.shown.map((column) => (
                  <Cell
                    key={column.source}
                    text={row[column.source] ?? null}
                    table={table}
                    column={column}
                    isDoubtful={isDoubtful(line, column.source)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

type CellProps = { text: string | null; table: FoundTable; column: PlannedColumn; isDoubtful: boolean };

function Cell({ text, table, column, isDoubtful }: CellProps) {
  const { t } = useTranslation();
  const reading = text === null ? null : readingOfCell(text, table, column);
  const type = t(`data.types.${column.type}`);
  return (
    <td
      dir="auto"
      data-number={isNumeric(column)}
      data-skipped={!column.kept}
      data-doubtful={isDoubtful}
      title={isDoubtful ? t('upload.doubt', { type }) : undefined}
    >
      {text ?? '-'}
      {reading && <small> → {reading}</small>}
    </td>
  );
}
