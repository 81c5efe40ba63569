import { useMutation } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { Alert } from '#contract/alerts.ts';
import type { QueryAsk } from '#contract/query.ts';
import { measureLabel } from '#display/words/measure.ts';
import type { Subject } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { queryClient } from '#web/http/queries.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import style from './AlertDialog.module.css';
import { Choice } from './Choice.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { type Draft, draftOf, draftOfAlert, isSqlMade, type Made, useRehearsed } from './draft.ts';
import { Rehearsed } from './Rehearsed.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { sqlSubject } from './sql-watch.ts';
import { SqlColumns } from './SqlColumns.tsx';
import { watchOf } from './watch.ts';

/** SQL needs no subject: what it gives is all that is known of it. */
type Props = { subject: Subject | undefined; onClose: () => void } & ({ made: Made } | { alert: Alert });

/** Makes an alert of what someone looks at, or changes one; shows what it would have done. */
export function AlertDialog({ subject: known, onClose, ...from }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useReturnFocus();
  const here = useZone();
  const { zone, origin } = 'alert' in from ? from.alert : { zone: here, origin: from.made.origin };
  const [draft, setDraft] = useState<Draft>(() =>
    'alert' in from ? draftOfAlert(from.alert) : draftOf(from.made, known ?? nothing, zone),
  );
  const change = (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields }));
  const rehearsed = useRehearsed(draft, { zone, origin });
  const given = 'made' in from && isSqlMade(from.made) ? from.made.result : rehearsed.rehearsal;
  const subject = known ?? sqlSubject(given?.columns ?? []);
  const { mutate: save, isPending } = useMutation({
    mutationFn: () => {
      const { name, watch, schedule, channels } = draft;
      const body = { name: name.trim(), watch, schedule, channels, zone, condition: rehearsed.condition };
      return 'alert' in from
        ? call('PUT /alerts/:id', { id: from.alert.id, ...body })
        : call('POST /alerts', { ...body, origin });
    },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['alerts'] });
      void queryClient.invalidateQueries({ queryKey: ['alert', id] });
      void toast('success', t('alerts.saved'));
      onClose();
      if ('alert' in from) void navigate(`/dashboard/alerts/${id}`);
    },
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={720}
      title={t('alert' in from ? 'alerts.edit' : 'alerts.make')}
      okText={t('alerts.save')}
      okButtonProps={{ disabled: draft.name.trim() === '' }}
      confirmLoading={isPending}
      onOk={() => save()}
      onCancel={onClose}
    >
      <div className={style['fields']}>
        <label className={style['wide']}>
          {t('alerts.name')}
          <Input
            autoFocus
            maxLength={100}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </label>
        {'sql' in draft.watch && <SqlColumns {...{ subject, change }} watch={draft.watch} />}
        {'made' in from && !isSqlMade(from.made) && <Measures {...{ subject, draft, change }} ask={from.made.ask} />}
        <ConditionFields {...{ subject, draft, change }} condition={rehearsed.condition} />
        <ScheduleFields {...{ draft, change }} />
      </div>
      <Rehearsed {...rehearsed} time={draft.watch.time} />
      <p className={style['note']}>{t('alerts.told')}</p>
    </Modal>
  );
}

const nothing: Subject = { columns: [], metrics: [] };

type MeasuresProps = { ask: QueryAsk; subject: Subject; draft: Draft; change: (fields: Partial<Draft>) => void };

/** Which number is watched, where the question has several. */
function Measures({ ask, subject, draft, change }: MeasuresProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (ask.measures.length < 2) return null;
  return (
    <Choice
      label={t('alerts.measure')}
      value={draft.measure}
      options={ask.measures.map((measure) => ({ value: measure.id, text: measureLabel(subject, measure, language) }))}
      onChange={(measure) => {
        const { formula } = watchOf(ask, subject, measure);
        change({ measure, watch: { ...draft.watch, formula }, value: null });
      }}
    />
  );
}
