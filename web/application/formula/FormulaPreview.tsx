import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { call } from '#web/http/client.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { useCellText } from '../dataset/cell-text.ts';
import { labelOf } from '../names.ts';
import style from './Formula.module.css';

type FormulaPreviewProps = {
  dataset: Dataset;
  /** A valid formula, or null. */
  formula: string | null;
  calculation: string | undefined;
};

const delayMs = 400;
const plain = { role: 'dimension', format: 'plain', unit: '' } as const;

/** The results of a formula in the first rows, beside the columns that it uses. */
export function FormulaPreview({ dataset, formula, calculation }: FormulaPreviewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const textOf = useCellText();
  const debounced = useDebounced(formula, delayMs);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['formula', dataset.id, debounced, calculation, zone],
    queryFn: ({ signal }) =>
      call(
        'POST /datasets/:id/formula',
        { id: dataset.id, formula: debounced!, zone, ...(calculation && { calculation }) },
        signal,
      ),
    enabled: debounced !== null,
    placeholderData: keepPreviousData,
    throwOnError: false,
    retry: false,
  });
  if (error && !isFetching && debounced === formula) return <p role="alert">{sentenceOf(error)}</p>;
  if (!data || formula === null) return <p className={style['quiet']}>{t('calculated.previewNote')}</p>;
  const inputs = data.columns.flatMap((id) => dataset.columns.find((column) => column.id === id) ?? []);
  const result = { ...plain, type: data.type };
  const number = (value: number) => formatNumber(value, language, 0);
  const isStale = isPlaceholderData || debounced !== formula;
  return (
    <section className={style['preview']} aria-label={t('calculated.preview')} aria-busy={isStale}>
      <div className={style['rows']} tabIndex={0} role="group" aria-label={t('calculated.preview')}>
        <table>
          <thead>
            <tr>
              {inputs.map((column) => (
                <th key={column.id} scope="col" data-number={isNumeric(column) || undefined} dir="auto">
                  {labelOf(column, language)}
                </th>
              ))}
              <th scope="col" data-number={isNumeric(data) || undefined}>
                {t('calculated.result')}
              </th>
            </tr>
          </thead>
          <tbody className="numbers">
            {data.rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a preview have no ids
              <tr key={index}>
                {inputs.map((column, cell) => (
                  <td key={column.id} data-number={isNumeric(column) || undefined} dir="auto">
                    {textOf(row[cell], column)}
                  </td>
                ))}
                <td data-number={isNumeric(data) || undefined} dir="auto">
                  <b>{textOf(row.at(-1), result)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={style['quiet']}>
        {t('calculated.readRows', { count: data.readRows, rows: number(data.readRows) })}
        {data.emptyRows > 0 && (
          <span className={style['warning']}>
            {' '}
            {t('calculated.emptyRows', { count: data.emptyRows, rows: number(data.emptyRows) })}
          </span>
        )}
      </p>
    </section>
  );
}
