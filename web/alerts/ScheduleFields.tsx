import { useQuery } from '@tanstack/react-query';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import type { Schedule } from '#contract/alerts/routes.ts';
import { channelsQuery } from '#web/http/channels.ts';
import { useIsEditor } from '#web/http/me.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import style from './AlertDialog.module.css';
import type { AlertDraft } from './alert-draft.ts';

const choices: Record<string, Schedule> = {
  '5': { kind: 'every', minutes: 5 },
  '15': { kind: 'every', minutes: 15 },
  '60': { kind: 'every', minutes: 60 },
  daily: { kind: 'daily', at: '09:00' },
  arrival: { kind: 'arrival' },
};

const choiceOf = (schedule: Schedule) => (schedule.kind === 'every' ? String(schedule.minutes) : schedule.kind);

type ScheduleFieldsProps = { draft: AlertDraft; change: (fields: Partial<AlertDraft>) => void };

/** When the alert is checked, and which channels it notifies. */
export function ScheduleFields({ draft: { schedule, channels }, change }: ScheduleFieldsProps) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const { data: offered = [] } = useQuery({ ...channelsQuery, enabled: isEditor, throwOnError: false });
  const choice = choiceOf(schedule);
  const names = choice in choices ? Object.keys(choices) : [choice, ...Object.keys(choices)];
  return (
    <>
      <LabeledSelect
        label={t('alerts.checked')}
        value={choice}
        options={names.map((value) => ({
          value,
          text: /^\d+$/.test(value) ? t('alerts.every', { minutes: value }) : t(`alerts.schedules.${value as 'daily'}`),
        }))}
        onChange={(value) => change({ schedule: choices[value] ?? schedule })}
      />
      {schedule.kind === 'daily' && (
        <label>
          {t('alerts.at')}
          <input
            type="time"
            required
            className={style['clock']}
            value={schedule.at}
            onChange={({ target }) => target.value && change({ schedule: { kind: 'daily', at: target.value } })}
          />
        </label>
      )}
      {offered.length > 0 && (
        <label className={style['wide']}>
          {t('alerts.channels')}
          <Select
            mode="multiple"
            aria-label={t('alerts.channels')}
            placeholder={t('alerts.channelsNone')}
            value={channels.filter((id) => offered.some((channel) => channel.id === id))}
            options={offered.map(({ id, name }) => ({ value: id, label: name }))}
            optionFilterProp="label"
            onChange={(chosen: string[]) => change({ channels: chosen })}
          />
        </label>
      )}
    </>
  );
}
