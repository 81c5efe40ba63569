import { useTranslation } from 'react-i18next';

import type { FoundTable } from '#contract/imports.ts';
import { formatPercent } from '#display/format/number.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { labelOf } from '../names.ts';
import style from './Mapping.module.css';
import { type How, type Matched, missingOf, type PlannedColumn } from './plan.ts';
import type { Plan } from './plans.ts';

type Props = {
  plan: Plan;
  matched: Matched;
  onInto: (source: number, id: string | null) => void;
  onColumn: (source: number, change: { kept: boolean }) => void;
};

const tones: Record<How, Tone> = {
  same: 'good',
  moved: 'good',
  renamed: 'warn',
  values: 'warn',
  new: 'brand',
  chosen: 'brand',
};
const asNew = 'new';
const skipped = 'skip';

/** Which column of the file goes into which of the dataset. */
export function Mapping({ plan: { table, columns }, matched, onInto, onColumn }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const missing = missingOf(matched.dataset, columns);
  const choose = (source: number, value: string) => {
    onColumn(source, { kept: value !== skipped });
    if (value !== skipped) onInto(source, value === asNew ? null : value);
  };
  return (
    <Panel title={t('mapping.title')}>
      <p className={style['lead']}>{t('mapping.lead')}</p>
      <table className={style['table']}>
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
                  value={column.kept ? (column.id ?? asNew) : skipped}
                  options={[
                    { value: asNew, text: t('mapping.asNew') },
                    { value: skipped, text: t('mapping.skip') },
                    ...matched.dataset.columns.map((each) => ({ value: each.id, text: labelOf(each, language) })),
                  ]}
                  onChange={(value) => choose(column.source, value)}
                />
              </td>
              <td>
                <HowBadge column={column} />
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

function HowBadge({ column: { kept, how, overlap, type, typeBefore } }: { column: PlannedColumn }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!kept) return <Badge tone="quiet">{t('mapping.hows.skipped')}</Badge>;
  const isGuess = how === 'renamed' || how === 'values';
  return (
    <>
      <Badge tone={tones[how]}>{t(`mapping.hows.${how}`)}</Badge>
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

/** The first value of a column that is there. */
function exampleOf(table: FoundTable, source: number): string {
  return table.sample.map((row) => row[source]).find((cell) => cell) ?? '-';
}
