import { DownloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { ApiInput } from '#contract/api.ts';
import type { DashboardExportLine, DashboardFormat } from '#contract/dashboards/exports.ts';
import { useLook } from '#web/shell/preferences.ts';
import { type FileExportState, readUntilReady, useFileExport } from '#web/ui/file-export.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { useDashboardContext, useStateContext } from '#web/viewer/dashboard-context.ts';
import style from './ExportMenu.module.css';

const ReportDialog = lazy(() =>
  import('#web/reports/ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

const formats = ['xlsx', 'pdf', 'png'] as const;

/** Exports the whole dashboard in its current state. */
export function ExportMenu() {
  const { t } = useTranslation();
  const { id, draft, dashboard } = useDashboardContext();
  const [isSending, setSending] = useState(false);
  const dashboardState = useStateContext();
  const [params] = useSearchParams();
  const { state, start, cancel } = useDashboardExport({
    id,
    draft,
    state: dashboardState,
    tab: params.get('tab'),
    ...useLook(),
  });
  const items = formats.map((format) => ({
    key: format,
    text: t(`dashboard.export.${format}`),
    onSelect: () => void start(format),
  }));
  // A draft cannot be sent to others.
  const send = { key: 'send', text: t('reports.make'), onSelect: () => setSending(true) };
  const label = t('dashboard.export.label');
  return (
    <>
      <Menu label={label} items={draft ? items : [...items, send]} opensOn="click">
        <Button icon={<DownloadOutlined aria-hidden />} aria-label={label} title={label} />
      </Menu>
      <Suspense>
        {isSending && <ReportDialog {...{ id, dashboard }} state={dashboardState} onClose={() => setSending(false)} />}
      </Suspense>
      {state.kind !== 'idle' && (
        <DashboardExportProgress state={state} onRetry={(format) => void start(format)} onClose={cancel} />
      )}
    </>
  );
}

type ActiveExport = Exclude<DashboardExportState, { kind: 'idle' }>;
type DashboardExportProgressProps = {
  state: ActiveExport;
  onRetry: (format: ActiveExport['format']) => void;
  onClose: () => void;
};

/** Export progress in the corner, without layout shift. */
function DashboardExportProgress({ state, onRetry, onClose }: DashboardExportProgressProps) {
  const { t } = useTranslation();
  const isFailed = state.kind === 'failed';
  return (
    <div className={style['course']} role={isFailed ? 'alert' : 'status'}>
      {state.kind === 'running' && (
        <span className={style['bar']}>
          <Progress
            percent={state.of > 0 ? (state.done / state.of) * 100 : undefined}
            label={t('dashboard.export.label')}
          />
        </span>
      )}
      <span className="numbers">{useProgressText(state)}</span>
      {isFailed && (
        <Button size="small" onClick={() => onRetry(state.format)}>
          {t('common.retry')}
        </Button>
      )}
      <Button size="small" type="text" onClick={onClose}>
        {t(isFailed ? 'dashboard.export.dismiss' : 'common.cancel')}
      </Button>
    </div>
  );
}

function useProgressText(state: ActiveExport): string {
  const { t } = useTranslation();
  const format = state.format.toUpperCase();
  if (state.kind === 'failed') return state.reason;
  if (state.kind === 'fetching') return t('dashboard.export.fetching', { format });
  return t('dashboard.export.running', { format, done: state.done, of: state.of });
}

type DashboardExportStep = { kind: 'running'; done: number; of: number } | { kind: 'fetching' };

/** Progress of a dashboard export. */
type DashboardExportState = FileExportState<DashboardFormat, DashboardExportStep>;

type DashboardExportRequest = Omit<ApiInput<'POST /dashboards/:id/exports'>, 'format'>;

/** Writes the dashboard to a file on the server and downloads it. */
function useDashboardExport(request: DashboardExportRequest) {
  return useFileExport<DashboardFormat, DashboardExportStep>(async (format, { signal, report }) => {
    report({ kind: 'running', done: 0, of: 0 });
    const { id } = await readUntilReady<DashboardExportLine>(
      'POST /dashboards/:id/exports',
      { ...request, format },
      { signal, onProgress: report },
    );
    report({ kind: 'fetching' });
    return id;
  });
}
