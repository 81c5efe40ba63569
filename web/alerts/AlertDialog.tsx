import { useMutation } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { Alert } from '#contract/alerts/routes.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { measureLabel } from '#display/words/measure.ts';
import { type QuerySubject, emptySubject } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import style from './AlertDialog.module.css';
import { ConditionFields } from './ConditionFields.tsx';
import { type AlertDraft, draftOf, draftOfAlert, isSqlSource, type AlertSource, useBacktest } from './alert-draft.ts';
import { BacktestResult } from './BacktestResult.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { sqlSubject } from './sql-watch.ts';
import { SqlColumns } from './SqlColumns.tsx';
import { watchOf } from './watch.ts';

/** An SQL alert has no dataset: its columns come from the result. */
type AlertDialogProps = { subject: QuerySubject | undefined; onClose: () => void } & (
  | { source: AlertSource }
  | { alert: Alert }
);

/** Creates an alert from a query, or edits one, with a backtest of its condition. */
export function AlertDialog({ subject: dataset, onClose, ...from }: AlertDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useReturnFocus();
  const ownZone = useZone();
  const { zone, origin } = 'alert' in from ? from.alert : { zone: ownZone, origin: from.source.origin };
  const [draft, setDraft] = useState<AlertDraft>(() =>
    'alert' in from ? draftOfAlert(from.alert) : draftOf(from.source, dataset ?? emptySubject, zone),
  );
  const change = (fields: Partial<AlertDraft>) => setDraft((before) => ({ ...before, ...fields }));
  const backtest = useBacktest(draft, { zone, origin });
  const sqlResult = 'source' in from && isSqlSource(from.source) ? from.source.result : backtest.backtest;
  const subject = dataset ?? sqlSubject(sqlResult?.columns ?? []);
  const { mutate: save, isPending } = useMutation({
    mutationFn: () => {
      const { name, watch, schedule, channels } = draft;
      const body = { name: name.trim(), watch, schedule, channels, zone, condition: backtest.condition };
      return 'alert' in from
        ? call('PUT /alerts/:id', { id: from.alert.id, ...body })
        : call('POST /alerts', { ...body, origin });
    },
    onSuccess: ({ id }) => {
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
        {'source' in from && !isSqlSource(from.source) && (
          <MeasureSelect {...{ subject, draft, change }} spec={from.source.spec} />
        )}
        <ConditionFields {...{ subject, draft, change }} condition={backtest.condition} />
        <ScheduleFields {...{ draft, change }} />
      </div>
      <BacktestResult {...backtest} time={draft.watch.time} />
      <p className={style['note']}>{t('alerts.told')}</p>
    </Modal>
  );
}

type MeasureSelectProps = {
  spec: BuiltQuerySpec;
  subject: QuerySubject;
  draft: AlertDraft;
  change: (fields: Partial<AlertDraft>) => void;
};

/** Selects the measure to watch, if the query has several. */
function MeasureSelect({ spec, subject, draft, change }: MeasureSelectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (spec.measures.length < 2) return null;
  return (
    <LabeledSelect
      label={t('alerts.measure')}
      value={draft.measure}
      options={spec.measures.map((measure) => ({ value: measure.id, text: measureLabel(subject, measure, language) }))}
      onChange={(measure) => {
        const { formula } = watchOf(spec, subject, measure);
        change({ measure, watch: { ...draft.watch, formula }, value: null });
      }}
    />
  );
}
