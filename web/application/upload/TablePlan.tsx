import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetSummary } from '#contract/datasets.ts';
import type { FoundTable, Note } from '#contract/imports.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { stemOf } from '../names.ts';
import choices from './Choice.module.css';
import { DatasetChoice } from './DatasetChoice.tsx';
import { Mapping } from './Mapping.tsx';
import type { Edit } from './plan.ts';
import type { Plan } from './plans.ts';
import { Preview } from './Preview.tsx';
import { ReadingOptions } from './ReadingOptions.tsx';
import { RememberedNote } from './RememberedNote.tsx';
import { useRememberedReading } from './reread.ts';
import style from './TablePlan.module.css';

type Props = {
  plan: Plan;
  datasets: DatasetSummary[];
  /** Which application takes it, if it is the only table. */
  choice: ReactNode;
  edit: Edit;
  onEdit: (change: Edit) => void;
};

/** One table: where it goes, what goes where in it, and its first rows. */
export function TablePlan({ plan, datasets, choice, edit, onEdit }: Props) {
  const { t } = useTranslation();
  const { table, upload, target, matched } = plan;
  const name = table.name || upload.name;
  useRememberedReading(plan);
  const handleColumn = (source: number, change: NonNullable<Edit['columns']>[number]) =>
    onEdit({ columns: { ...edit.columns, [source]: { ...edit.columns?.[source], ...change } } });
  return (
    <>
      <Panel title={name} extra={<Size table={table} />}>
        <div className={choices['choices']}>
          {choice}
          <DatasetChoice
            target={target}
            proposal={stemOf(name)}
            datasets={datasets}
            // What goes where was said about another dataset.
            onChange={(next) => onEdit({ target: next, into: {} })}
          />
        </div>
        {table.notes.length > 0 && (
          <ul className={style['notes']} aria-label={t('upload.notes')}>
            {table.notes.map((note) => (
              <li key={note.code + note.detail}>
                <NoteText note={note} />
              </li>
            ))}
          </ul>
        )}
        {table.reading && (
          <ReadingOptions
            upload={upload}
            reading={table.reading}
            isDoubtful={table.notes.some(({ code }) => code === 'encoding_doubtful')}
            onReread={() => onEdit({ columns: {}, into: {} })}
          />
        )}
        {matched && <RememberedNote plan={plan} matched={matched} />}
      </Panel>
      {matched && (
        <Mapping
          plan={plan}
          matched={matched}
          onInto={(source, id) => onEdit({ into: { ...edit.into, [source]: id } })}
          onColumn={handleColumn}
        />
      )}
      <Preview plan={plan} onColumn={handleColumn} />
    </>
  );
}

function Size({ table }: { table: FoundTable }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const figures = { rows: formatNumber(table.rows, language), columns: formatNumber(table.columns.length, language) };
  return (
    <span className={`numbers ${style['size']}`}>{t(table.exact ? 'upload.size' : 'upload.sizeAbout', figures)}</span>
  );
}

function NoteText({ note }: { note: Note }) {
  const { t } = useTranslation();
  if (note.code === 'header_repaired' && !note.detail) return t('upload.headerRepaired');
  return t(`upload.note.${note.code}`, { detail: note.detail });
}
