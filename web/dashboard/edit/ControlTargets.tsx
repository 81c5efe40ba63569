import { useTranslation } from 'react-i18next';

import { cardsOf, type Control } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { labelOf, textOf } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { columnIn, controllableColumns, hasParam, toggleParam, withColumn } from './controls.ts';
import { useEditing } from './editing-context.ts';
import style from './Panel.module.css';

type ControlTargetsProps = { control: Control; datasets: Dataset[]; onChange: (control: Control) => void };

/** Targets of a control: a column of each dataset, and parameters of SQL cards. A control keeps at least one target. */
export function ControlTargets({ control, datasets, onChange }: ControlTargetsProps) {
  const { t } = useTranslation();
  const { language } = useLook();
  const change = (next: Control) => next.targets.length > 0 && onChange(next);
  return (
    <section>
      <h3>{t('dashboard.edit.targets')}</h3>
      <ul className={style['list']}>
        {datasets.map((dataset) => (
          <li key={dataset.id}>
            <span dir="auto">{labelOf(dataset, language)}</span>
            <PlainSelect
              label={t('dashboard.edit.columnOf', { name: labelOf(dataset, language) })}
              value={columnIn(control, dataset.id)}
              options={[
                { value: '', text: t('dashboard.edit.noColumn') },
                ...controllableColumns(dataset).map((column) => ({
                  value: column.id,
                  text: labelOf(column, language),
                })),
              ]}
              onChange={(column) => change(withColumn(control, dataset.id, column))}
            />
          </li>
        ))}
      </ul>
      <Params control={control} onChange={change} />
    </section>
  );
}

function Params({ control, onChange }: { control: Control; onChange: (control: Control) => void }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { now } = useEditing();
  const params = cardsOf(now).flatMap((card) =>
    card.kind === 'chart' && card.chart.ask.kind === 'sql'
      ? card.chart.ask.params.map(({ name }) => ({ card, name }))
      : [],
  );
  return params.map(({ card, name }) => (
    <label key={`${card.id} ${name}`} className={style['flag']}>
      <input
        type="checkbox"
        checked={hasParam(control, card.id, name)}
        onChange={() => onChange(toggleParam(control, card.id, name))}
      />
      <span dir="auto">
        {textOf(card.title, language) || t('dashboard.edit.sqlCard')} <code>${name}</code>
      </span>
    </label>
  ));
}
