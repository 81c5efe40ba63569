import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import { type Report, reportFormats } from '#contract/reports/routes.ts';
import { textOf } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { installationQuery } from '#web/http/installation.ts';
import { meQuery } from '#web/http/me.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { bodyOf, type ReportDraft, draftOf, draftOfReport, savedStateOf } from './report-draft.ts';
import { Recipients } from './Recipients.tsx';
import style from './ReportDialog.module.css';
import { ReportScheduleFields } from './ReportScheduleFields.tsx';

type ReportDialogProps = {
  id: string;
  dashboard: Dashboard;
  /** The current dashboard state, used for new recipients. */
  state: DashboardState;
  report?: Report;
  onClose: () => void;
};

/** Creates or edits a scheduled email report. */
export function ReportDialog(props: ReportDialogProps) {
  useReturnFocus();
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const language = useLanguage();
  if (!me) return null;
  const savedState = savedStateOf(props.state);
  const initialDraft = props.report
    ? draftOfReport(props.report)
    : draftOf(textOf(props.dashboard.title, language), me, savedState);
  return <LoadedReportDialog {...props} state={savedState} initialDraft={initialDraft} mayAdd={me.role !== 'viewer'} />;
}

function LoadedReportDialog({
  id,
  dashboard,
  state,
  report,
  onClose,
  initialDraft,
  mayAdd,
}: ReportDialogProps & { initialDraft: ReportDraft; mayAdd: boolean }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(initialDraft);
  const change = (part: Partial<ReportDraft>) => setDraft((now) => ({ ...now, ...part }));
  const ownZone = useZone();
  const zone = report?.zone ?? ownZone;
  const { data: installation } = useQuery({ ...installationQuery, throwOnError: false });
  const { mutate: save, isPending } = useSaveReport({ id, report, onClose });
  return (
    <Modal
      open
      width={640}
      title={t(report ? 'reports.edit' : 'reports.make')}
      okText={t('common.save')}
      okButtonProps={{ disabled: draft.name.trim() === '' || draft.recipients.length === 0 }}
      confirmLoading={isPending}
      onOk={() => save(bodyOf(draft, zone))}
      onCancel={onClose}
    >
      {installation?.hasMail === false && <Alert type="warning" showIcon title={t('reports.noMail')} />}
      <div className={style['fields']}>
        <label className={style['wide']}>
          {t('reports.name')}
          <Input
            autoFocus
            maxLength={100}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </label>
        <LabeledSelect
          label={t('reports.format')}
          value={draft.format}
          options={reportFormats.map((value) => ({ value, text: t(`reports.formats.${value}`) }))}
          onChange={(format) => change({ format })}
        />
        <ReportScheduleFields schedule={draft.schedule} zone={zone} onChange={(schedule) => change({ schedule })} />
      </div>
      <Recipients
        {...{ id, dashboard, state, mayAdd }}
        chosen={draft.recipients}
        onChange={(recipients) => change({ recipients })}
      />
      <p className={style['note']}>{t(mayAdd ? 'reports.seen' : 'reports.selfOnly')}</p>
    </Modal>
  );
}

function useSaveReport({
  id,
  report,
  onClose,
}: Pick<ReportDialogProps, 'id' | 'onClose'> & { report: Report | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      report
        ? call('PUT /reports/:id', { id: report.id, ...body })
        : call('POST /dashboards/:id/reports', { id, ...body }),
    onSuccess: (saved) => {
      void toast('success', t('reports.saved'));
      onClose();
      if (!report) void navigate(`/dashboard/reports/${saved.id}`);
    },
    onError: toastProblem,
  });
}
