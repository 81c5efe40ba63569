import { useTranslation } from 'react-i18next';

import type { DetectedTable } from '#contract/imports/routes.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { ColumnPager, useColumnWindow } from '../ColumnPager.tsx';
import { parsedCellText } from './cell-options.ts';
import { ColumnHead, type UploadColumnEdit } from './ColumnHead.tsx';
import { doubtCheckOf } from './doubtful-cells.ts';
import type { UploadColumnPlan } from './column-plans.ts';
import { isPreviewed, type UploadPlan } from './table-plans.ts';
import style from './Preview.module.css';

type PreviewProps = { plan: UploadPlan; onColumn: (source: number, change: UploadColumnEdit) => void };

const previewTitles = { sending: 'upload.previewSending', reading: 'upload.previewReading' } as const;

/** The first rows of the file, under headers in which names and types can be changed. */
export function Preview({ plan, onColumn }: PreviewProps) {
  const { t } = useTranslation();
  const { table, upload, columns, matched, target } = plan;
  const title = t(
    isPreviewed(plan) ? previewTitles[upload.state === 'uploading' ? 'sending' : 'reading'] : 'upload.preview',
  );
  const window = useColumnWindow(columns);
  const isDoubtful = doubtCheckOf(table, columns, matched?.dataset.recipe);
  const isReplaced = target.kind === 'existing' && target.mode === 'replace';
  const typesOf = ({ source, type, typeBefore }: UploadColumnPlan) =>
    isReplaced ? [...new Set([typeBefore ?? type, type, table.columns[source]!.type])] : [type];
  const hasDoubts = table.sample.some((row, line) => row.some((_, source) => isDoubtful(line, source)));
  return (
    <Panel title={title} extra={<ColumnPager window={window} />}>
      {hasDoubts && (
        <p className={style['legend']}>
          <mark aria-hidden />
          {t('upload.doubtful')}
        </p>
      )}
      <div className={style['scroll']} tabIndex={0} role="region" aria-label={title}>
        <table className={style['table']}>
          <thead>
            <tr>
              {window.visibleColumns.map((column) => (
                <ColumnHead
                  key={column.source}
                  column={column}
                  isDisabled={isPreviewed(plan)}
                  original={table.columns[column.source]?.name ?? ''}
                  types={typesOf(column)}
                  onChange={(change) => onColumn(column.source, change)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {table.sample.map((row, line) => (
              // Rows of a file have no id but their index.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={line}>
                {window.visibleColumns.map((column) => (
                  <PreviewCell
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

type PreviewCellProps = { text: string | null; table: DetectedTable; column: UploadColumnPlan; isDoubtful: boolean };

function PreviewCell({ text, table, column, isDoubtful }: PreviewCellProps) {
  const { t } = useTranslation();
  const reading = text === null ? null : parsedCellText(text, table, column);
  const type = t(`data.types.${column.type}`);
  return (
    <td
      dir="auto"
      data-number={isNumeric(column)}
      data-skipped={!column.isIncluded}
      data-doubtful={isDoubtful}
      title={isDoubtful ? t('upload.doubt', { type }) : undefined}
    >
      {text ?? '-'}
      {reading && <small> → {reading}</small>}
    </td>
  );
}
