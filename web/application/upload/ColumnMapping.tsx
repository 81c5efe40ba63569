import { useTranslation } from 'react-i18next';

import { storedColumnsIn } from '#domain/columns/column.ts';
import type { DetectedTable } from '#contract/imports/routes.ts';
import { formatPercent } from '#display/format/number.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { labelOf } from '../names.ts';
import style from './Mapping.module.css';
import pairs from '../ColumnPairs.module.css';
import { type ColumnMatchKind, type DatasetMatch, missingOf, type UploadColumnPlan } from './column-plans.ts';
import type { UploadPlan } from './table-plans.ts';

type ColumnMappingProps = {
  plan: UploadPlan;
  matched: DatasetMatch;
  onInto: (source: number, id: string | null) => void;
  onColumn: (source: number, change: { isIncluded: boolean }) => void;
};

const tones: Record<ColumnMatchKind, Tone> = {
  same: 'good',
  moved: 'good',
  renamed: 'warn',
  values: 'warn',
  new: 'brand',
  chosen: 'brand',
};
const newValue = 'new';
const skipValue = 'skip';

/** Maps the columns of the file to those of the dataset. */
export function ColumnMapping({ plan: { table, columns }, matched, onInto, onColumn }: ColumnMappingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const missing = missingOf(matched.dataset, columns);
  const choose = (source: number, value: string) => {
    onColumn(source, { isIncluded: value !== skipValue });
    if (value !== skipValue) onInto(source, value === newValue ? null : value);
  };
  return (
    <Panel title={t('mapping.title')}>
      <p className={style['lead']}>{t('mapping.lead')}</p>
      <table className={`${pairs['table']} ${style['mapping']}`}>
        <thead>
          <tr>
            <th scope="col">{t('mapping.file')}</th>
            <th scope="col">{t('mapping.example')}</th>
            <th scope="col">{t('mapping.into')}</th>
            <th scope="col">{t('mapping.how')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.source}>
              <th scope="row" dir="auto">
                {table.columns[column.source]?.name}
              </th>
              <td dir="auto" className={style['example']}>
                {exampleOf(table, column.source)}
              </td>
              <td>
                <PlainSelect
                  isSmall
                  label={t('mapping.intoOf', { name: table.columns[column.source]?.name ?? '' })}
                  value={column.isIncluded ? (column.id ?? newValue) : skipValue}
                  options={[
                    { value: newValue, text: t('mapping.asNew') },
                    { value: skipValue, text: t('mapping.skip') },
                    ...storedColumnsIn(matched.dataset.columns).map((each) => ({
                      value: each.id,
                      text: labelOf(each, language),
                    })),
                  ]}
                  onChange={(value) => choose(column.source, value)}
                />
              </td>
              <td>
                <MatchBadge column={column} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.length > 0 && (
        <p className={style['missing']}>
          <Badge tone="warn">{t('mapping.missing')}</Badge>
          {missing.map((column) => (
            <code key={column.id} dir="auto">
              {labelOf(column, language)}
            </code>
          ))}
        </p>
      )}
    </Panel>
  );
}

function MatchBadge({ column: { isIncluded, matchKind, overlap, type, typeBefore } }: { column: UploadColumnPlan }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!isIncluded) return <Badge tone="quiet">{t('mapping.hows.skipped')}</Badge>;
  const isGuess = matchKind === 'renamed' || matchKind === 'values';
  return (
    <>
      <Badge tone={tones[matchKind]}>{t(`mapping.hows.${matchKind}`)}</Badge>
      {isGuess && overlap > 0 && (
        <small className={style['reason']}>
          {t('mapping.overlap', { share: formatPercent(overlap, language, 0) })}
        </small>
      )}
      {typeBefore && (
        <small className={style['reason']}>
          {t('mapping.widens', { from: t(`data.types.${typeBefore}`), to: t(`data.types.${type}`) })}
        </small>
      )}
    </>
  );
}

/** The first non-empty value of a column. */
function exampleOf(table: DetectedTable, source: number): string {
  return table.sample.map((row) => row[source]).find((cell) => cell) ?? '-';
}
