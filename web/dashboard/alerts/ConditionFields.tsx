import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

import type { Against, AlertCondition } from '#contract/alert.ts';
import { grainLabel } from '#display/words/grain.ts';
import { columnLabel, type Subject, upright } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './AlertDialog.module.css';
import { Choice } from './Choice.tsx';
import type { Draft } from './draft.ts';
import { grains } from './watch.ts';

const kinds: AlertCondition['kind'][] = ['below', 'above', 'falls', 'rises', 'no_data'];
const againsts: Against[] = ['previous', 'week', 'year'];

// What is too much already need not wait for the end of its step; what is too little must.
const isSoon = (kind: AlertCondition['kind']) => kind === 'above' || kind === 'rises';

type Props = { subject: Subject; draft: Draft; condition: AlertCondition; change: (fields: Partial<Draft>) => void };

/** When it fires: what the number does, in which steps, and for which values. */
export function ConditionFields({ subject, draft, condition, change }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { watch } = draft;
  const { time } = watch;
  const offered = time ? kinds : kinds.filter((kind) => kind === 'below' || kind === 'above' || kind === 'no_data');
  const splits = subject.columns.filter(
    ({ role, type, id }) => id === watch.by || (role === 'dimension' && type === 'text'),
  );
  const known = grains.some(({ unit }) => unit === time?.grain.unit) || !time ? grains : [...grains, time.grain];
  return (
    <>
      <Choice
        label={t('alerts.when')}
        value={draft.kind}
        options={offered.map((value) => ({ value, text: t(`alerts.kinds.${value}`) }))}
        onChange={(kind) => change({ kind, value: null, watch: { ...watch, isRunning: isSoon(kind) } })}
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
          <Choice
            label={t('alerts.against')}
            value={draft.against}
            options={againsts.map((value) => ({ value, text: t(`alerts.againsts.${value}`) }))}
            onChange={(against) => change({ against })}
          />
        </>
      )}
      {time && (
        <Choice
          label={t('alerts.steps')}
          value={time.grain.unit}
          options={known.map((grain) => ({ value: grain.unit, text: upright(grainLabel(grain, language)) }))}
          onChange={(unit) => {
            const grain = known.find((each) => each.unit === unit) ?? time.grain;
            change({ watch: { ...watch, time: { ...time, grain } }, value: null });
          }}
        />
      )}
      {splits.length > 0 && (
        <Choice
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
