import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import type { Against, AlertCondition } from '#contract/alerts/schemas.ts';
import { grainLabel } from '#display/words/grain.ts';
import { columnLabel, type QuerySubject, capitalize } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import style from './AlertDialog.module.css';
import type { AlertDraft } from './alert-draft.ts';
import { grains } from './watch.ts';

const kinds: AlertCondition['kind'][] = ['below', 'above', 'falls', 'rises', 'no_data'];
const comparisons: Against[] = ['previous', 'week', 'year'];

// "Too high" can fire before the current step ends; "too low" must wait for its end.
const checksRunningStep = (kind: AlertCondition['kind']) => kind === 'above' || kind === 'rises';

type ConditionFieldsProps = {
  subject: QuerySubject;
  draft: AlertDraft;
  condition: AlertCondition;
  change: (fields: Partial<AlertDraft>) => void;
};

/** Fields of the condition: comparison, grain and split column. */
export function ConditionFields({ subject, draft, condition, change }: ConditionFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { watch } = draft;
  const { time } = watch;
  const offered = time ? kinds : kinds.filter((kind) => kind === 'below' || kind === 'above' || kind === 'no_data');
  const splits = subject.columns.filter(
    ({ role, type, id }) => id === watch.by || (role === 'dimension' && type === 'text'),
  );
  const grainOptions = grains.some(({ unit }) => unit === time?.grain.unit) || !time ? grains : [...grains, time.grain];
  return (
    <>
      <LabeledSelect
        label={t('alerts.when')}
        value={draft.kind}
        options={offered.map((value) => ({ value, text: t(`alerts.kinds.${value}`) }))}
        onChange={(kind) => change({ kind, value: null, watch: { ...watch, isRunning: checksRunningStep(kind) } })}
      />
      {'value' in condition && (
        <label>
          {t('alerts.value')}
          <InputNumber
            className={style['number'] ?? ''}
            value={condition.value}
            onChange={(value) => change({ value: typeof value === 'number' ? value : null })}
          />
        </label>
      )}
      {'percent' in condition && (
        <>
          <label>
            {t('alerts.percent')}
            <InputNumber
              className={style['number'] ?? ''}
              min={0.01}
              max={100_000}
              suffix="%"
              value={condition.percent}
              onChange={(percent) => change({ percent: typeof percent === 'number' ? percent : 20 })}
            />
          </label>
          <LabeledSelect
            label={t('alerts.against')}
            value={draft.against}
            options={comparisons.map((value) => ({ value, text: t(`alerts.againsts.${value}`) }))}
            onChange={(against) => change({ against })}
          />
        </>
      )}
      {time && (
        <LabeledSelect
          label={t('alerts.steps')}
          value={time.grain.unit}
          options={grainOptions.map((grain) => ({ value: grain.unit, text: capitalize(grainLabel(grain, language)) }))}
          onChange={(unit) => {
            const grain = grainOptions.find((each) => each.unit === unit) ?? time.grain;
            change({ watch: { ...watch, time: { ...time, grain } }, value: null });
          }}
        />
      )}
      {splits.length > 0 && (
        <LabeledSelect
          label={t('alerts.split')}
          value={watch.by ?? ''}
          options={[
            { value: '', text: t('alerts.together') },
            ...splits.map(({ id }) => ({ value: id, text: columnLabel(subject, id, language) })),
          ]}
          onChange={(by) => change({ watch: { ...watch, by: by || null }, value: null })}
        />
      )}
    </>
  );
}
