import { useTranslation } from 'react-i18next';

import type { Dataset, Reject } from '#contract/datasets.ts';
import { formatNumber } from '#web/shell/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import type { Corrections } from './corrections.ts';
import style from './RejectsTab.module.css';

type Props = {
  dataset: Dataset;
  rejects: Reject[];
  corrections: Corrections;
  isEditor: boolean;
  onCorrect: (id: number, column: string, value: string) => void;
};

/** Line, column, reason and the whole row; the cell that did not fit can be written anew, and so can its neighbours. */
export function RejectTable({ dataset, rejects, corrections, isEditor, onCorrect }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = (id: string | null) => {
    const column = dataset.columns.find((each) => each.id === id);
    return column ? labelOf(column, language) : '-';
  };
  return (
    <div className={style['scroll']} tabIndex={0} role="region" aria-label={t('dataset.tabs.rejects')}>
      <table className={style['table']}>
        <thead>
          <tr>
            <th scope="col">{t('rejects.line')}</th>
            <th scope="col">{t('rejects.column')}</th>
            <th scope="col">{t('rejects.reason')}</th>
            {dataset.columns.map((column) => (
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
              <td>{t(`rejects.reasons.${reject.reason}`, { value: reject.value })}</td>
              {dataset.columns.map((column) => (
                <td key={column.id} data-bad={column.id === reject.column}>
                  <Cell
                    text={corrections[reject.id]?.[column.id] ?? reject.cells[column.id] ?? ''}
                    label={t('rejects.cell', { column: labelOf(column, language), line: reject.line })}
                    isEditor={isEditor}
                    onChange={(value) => onCorrect(reject.id, column.id, value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = { text: string; label: string; isEditor: boolean; onChange: (value: string) => void };

function Cell({ text, label, isEditor, onChange }: CellProps) {
  if (!isEditor) return <span dir="auto">{text || '-'}</span>;
  return <input dir="auto" value={text} aria-label={label} onChange={(event) => onChange(event.target.value)} />;
}
