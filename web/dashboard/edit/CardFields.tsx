import { DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { ChartCard, DrillStep } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { datePartLabel, grainChoice } from '#display/words/grain.ts';
import { dimensionLabel } from '#display/words/measure.ts';
import { labelOf, textOf, capitalize } from '#display/words/subject.ts';
import { grainsFor, partsFor } from '#web/explore/grains.ts';
import { call } from '#web/http/client.ts';
import { useLook } from '#web/shell/preferences.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useChartCard } from './chart-card.ts';
import { useEditing } from './editing-context.ts';
import style from './Panel.module.css';

/** Whether the card uses the dashboard's time range. */
export function TimeField({ card }: { card: ChartCard }) {
  const { t } = useTranslation();
  const { set } = useChartCard(card);
  return (
    <section>
      <h3>{t('dashboard.edit.cardTime')}</h3>
      {(['dashboard', 'own'] as const).map((time) => (
        <label key={time} className={style['flag']}>
          <input type="radio" name={`time ${card.id}`} checked={card.time === time} onChange={() => set({ time })} />
          {t(`dashboard.edit.cardTimes.${time}`)}
        </label>
      ))}
    </section>
  );
}

const isTime = ({ type }: DatasetColumn) => type === 'time' || type === 'date';

/** All steps a drill path can take: a column, or a grain of a time column. */
function stepsOf(dataset: Dataset, weekStart: 'monday' | 'sunday'): DrillStep[] {
  return dataset.columns
    .filter(({ type, role }) => type !== 'json' && role !== 'measure')
    .flatMap((column): DrillStep[] =>
      isTime(column)
        ? [
            ...grainsFor(column.type, weekStart).map((grain): DrillStep => ({
              column: column.id,
              kind: 'time',
              grain,
            })),
            ...partsFor(column.type).map((part): DrillStep => ({ column: column.id, kind: 'date_part', part })),
          ]
        : [{ column: column.id, kind: 'value' }],
    );
}

type PathFieldsProps = { card: ChartCard; spec: BuiltQuerySpec; dataset: Dataset };

/** Edits the drill path of the card's first dimension. */
export function PathFields({ card, spec, dataset }: PathFieldsProps) {
  const { t } = useTranslation();
  const { language, weekStart } = useLook();
  const { set } = useChartCard(card);
  if (spec.dimensions.length === 0) return null;
  const nameOf = (step: DrillStep) => {
    const column = dataset.columns.find(({ id }) => id === step.column);
    const name = column ? labelOf(column, language) : step.column;
    if (step.kind === 'date_part') return `${name} · ${datePartLabel(step.part, language)}`;
    return step.kind === 'time' ? `${name} · ${grainChoice(step.grain, language)}` : name;
  };
  const steps = stepsOf(dataset, weekStart);
  const first = capitalize(dimensionLabel(dataset, spec.dimensions[0]!, language));
  return (
    <section>
      <h3>{t('dashboard.edit.path')}</h3>
      <ol className={style['list']}>
        <li>
          <span dir="auto">{first}</span>
        </li>
        {card.path.map((step, index) => (
          <li key={JSON.stringify([index, step])}>
            <span dir="auto">{nameOf(step)}</span>
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('dashboard.edit.remove')}
              onClick={() => set({ path: card.path.toSpliced(index, 1) })}
            />
          </li>
        ))}
      </ol>
      {card.path.length < 10 && (
        <PlainSelect
          label={t('dashboard.edit.addStep')}
          value=""
          options={[
            { value: '', text: t('dashboard.edit.addStep') },
            ...steps.map((step) => ({ value: JSON.stringify(step), text: nameOf(step) })),
          ]}
          onChange={(step) => step && set({ path: [...card.path, JSON.parse(step) as DrillStep] })}
        />
      )}
    </section>
  );
}

/** The dashboard that a point of the card links to. */
export function LinkField({ card }: { card: ChartCard }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { id } = useEditing();
  const { set } = useChartCard(card);
  const { data: dashboards = [], isPending } = useQuery({
    queryKey: ['dashboards'],
    queryFn: ({ signal }) => call('GET /dashboards', {}, signal),
    throwOnError: false,
  });
  const others = dashboards.filter((each) => each.id !== id);
  const isGone = card.link !== null && !others.some((each) => each.id === card.link);
  return (
    <section>
      <h3>{t('dashboard.edit.link')}</h3>
      <PlainSelect
        label={t('dashboard.edit.link')}
        value={card.link ?? ''}
        options={[
          { value: '', text: t('dashboard.edit.noLink') },
          ...others.map((each) => ({
            value: each.id,
            text: textOf(each.title, language) || t('dashboard.edit.untitled'),
          })),
          ...(isGone ? [{ value: card.link!, text: isPending ? '' : t('dashboard.edit.goneLink') }] : []),
        ]}
        onChange={(link) => set({ link: link || null })}
      />
    </section>
  );
}
