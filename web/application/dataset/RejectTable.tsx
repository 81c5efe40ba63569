import { useTranslation } from 'react-i18next';

import { storedColumnsIn } from '#domain/columns/column.ts';
import type { Dataset, Reject } from '#contract/datasets/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import type { CellEdits } from './corrections.ts';
import style from './RejectsTab.module.css';

type RejectTableProps = {
  dataset: Dataset;
  rejects: Reject[];
  corrections: CellEdits;
  isEditor: boolean;
  onCorrect: (id: number, column: string, value: string) => void;
};

/** Rejected rows with line, column, editable value, reason and all cells. */
export function RejectTable({ dataset, rejects, corrections, isEditor, onCorrect }: RejectTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = storedColumnsIn(dataset.columns);
  const nameOf = (id: string | null) => {
    const column = dataset.columns.find((each) => each.id === id);
    return column ? labelOf(column, language) : '-';
  };
  const cellOf = ({ id, line, cells }: Reject, column: string) => (
    <RejectCell
      text={corrections[id]?.[column] ?? cells[column] ?? ''}
      label={t('rejects.cell', { column: nameOf(column), line })}
      isEditor={isEditor}
      onChange={(value) => onCorrect(id, column, value)}
    />
  );
  return (
    <div className={style['scroll']} tabIndex={0} role="region" aria-label={t('dataset.tabs.rejects')}>
      <table className={style['table']}>
        <thead>
          <tr>
            <th scope="col">{t('rejects.line')}</th>
            <th scope="col">{t('rejects.column')}</th>
            <th scope="col">{t('rejects.value')}</th>
            <th scope="col">{t('rejects.reason')}</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" dir="auto">
                {labelOf(column, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rejects.map((reject) => (
            <tr key={reject.id}>
              <td className="numbers">{formatNumber(reject.line, language)}</td>
              <td dir="auto">{nameOf(reject.column)}</td>
              <td data-bad={reject.column !== null}>{reject.column !== null && cellOf(reject, reject.column)}</td>
              <td>{t(`rejects.reasons.${reject.reason}`, { value: reject.value })}</td>
              {columns.map(({ id }) => (
                <td key={id} data-bad={id === reject.column}>
                  {cellOf(reject, id)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RejectCellProps = { text: string; label: string; isEditor: boolean; onChange: (value: string) => void };

function RejectCell({ text, label, isEditor, onChange }: RejectCellProps) {
  if (!isEditor) return <span dir="auto">{text || '-'}</span>;
  return <input dir="auto" value={text} aria-label={label} onChange={(event) => onChange(event.target.value)} />;
}
