import ConfigProvider from 'antd/es/config-provider';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetSummary } from '#contract/datasets/routes.ts';
import type { DetectedTable, Note } from '#contract/imports/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { stemOf } from '../names.ts';
import choices from './Choice.module.css';
import { DatasetChoice } from './DatasetChoice.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import type { TableEdit, DatasetMatch } from './column-plans.ts';
import { isPreviewed, type UploadPlan } from './table-plans.ts';
import { Preview } from './Preview.tsx';
import { ReadingOptions } from './ReadingOptions.tsx';
import { useRememberedOptions } from './reread.ts';
import style from './TablePlan.module.css';
import { matchingCorrections } from './matching-corrections.ts';

type TablePlanProps = {
  plan: UploadPlan;
  datasets: DatasetSummary[];
  /** The choice of the application, if this is the only table. */
  choice: ReactNode;
  edit: TableEdit;
  onEdit: (change: TableEdit) => void;
  /** Whether the file can be read with other options. */
  canReread?: boolean;
};

/** One table: its dataset, column mapping and first rows. */
export function TablePlan({ plan, datasets, choice, edit, onEdit, canReread = true }: TablePlanProps) {
  const { t } = useTranslation();
  const { table, upload, target, matched } = plan;
  const isPreview = isPreviewed(plan);
  const name = table.name || upload.name;
  useRememberedOptions(plan);
  const handleColumnChange = (source: number, change: NonNullable<TableEdit['columns']>[number]) =>
    onEdit({ columns: { ...edit.columns, [source]: { ...edit.columns?.[source], ...change } } });
  return (
    <>
      <Panel title={name} extra={<TableSize table={table} isPreview={isPreview} />}>
        <ConfigProvider componentDisabled={isPreview}>
          <div className={choices['choices']}>
            {choice}
            <DatasetChoice
              target={target}
              proposal={stemOf(name)}
              datasets={datasets}
              // The column mapping belonged to another dataset.
              onChange={(next) => onEdit({ target: next, into: {} })}
            />
          </div>
        </ConfigProvider>
        {table.notes.length > 0 && (
          <ul className={style['notes']} aria-label={t('upload.notes')}>
            {table.notes.map((note) => (
              <li key={note.code + note.detail}>
                <NoteText note={note} />
              </li>
            ))}
          </ul>
        )}
        {canReread && table.reading && (
          <ReadingOptions
            upload={upload}
            reading={table.reading}
            isDisabled={isPreview}
            isDoubtful={table.notes.some(({ code }) => code === 'encoding_doubtful')}
            onReread={() => onEdit({ columns: {}, into: {} })}
          />
        )}
        {matched && <RememberedCorrections plan={plan} matched={matched} />}
      </Panel>
      {matched && (
        <ColumnMapping
          plan={plan}
          matched={matched}
          onInto={(source, id) => onEdit({ into: { ...edit.into, [source]: id } })}
          onColumn={handleColumnChange}
        />
      )}
      <Preview plan={plan} onColumn={handleColumnChange} />
    </>
  );
}

function TableSize({ table, isPreview }: { table: DetectedTable; isPreview: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const counts = {
    rows: t('common.rowCount', { rows: formatNumber(table.rows, language), count: table.rows }),
    columns: t('common.columnCount', {
      columns: formatNumber(table.columns.length, language),
      count: table.columns.length,
    }),
  };
  // The number of rows is unknown until the whole file has been read.
  if (isPreview) return <span className={`numbers ${style['size']}`}>{counts.columns}</span>;
  return (
    <span className={`numbers ${style['size']}`}>{t(table.exact ? 'upload.size' : 'upload.sizeAbout', counts)}</span>
  );
}

function NoteText({ note }: { note: Note }) {
  const { t } = useTranslation();
  if (note.code === 'header_repaired' && !note.detail) return t('upload.headerRepaired');
  return t(`upload.note.${note.code}`, { detail: note.detail });
}

/** Lists the remembered corrections that will be applied automatically. */
function RememberedCorrections({ plan, matched: { dataset } }: { plan: UploadPlan; matched: DatasetMatch }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (dataset.recipe.length === 0) return null;
  const matching = matchingCorrections(plan.table, plan.columns, dataset.recipe);
  return (
    <div className={style['remembered']} role="note">
      <p>{t('upload.remembered', { total: formatNumber(dataset.recipe.length, language) })}</p>
      {matching.length > 0 && (
        <ul>
          {matching.map(({ column, name, from, to }) => (
            <li key={JSON.stringify([column, from])}>
              {to === null
                ? t('upload.becomesNothing', { column: name, from })
                : t('upload.becomes', { column: name, from, to })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
