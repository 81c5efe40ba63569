import { DownloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { useLook } from '#web/shell/preferences.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { useBoard, useBoardState } from './board.ts';
import { type DashboardExporting, useDashboardExport } from './exporting.ts';
import style from './ExportMenu.module.css';

const ReportDialog = lazy(() =>
  import('../reports/ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

const formats = ['xlsx', 'pdf', 'png'] as const;

/** Takes the whole dashboard home, as it is set now. */
export function ExportMenu() {
  const { t } = useTranslation();
  const { id, draft, dashboard } = useBoard();
  const [isSending, setSending] = useState(false);
  const set = useBoardState();
  const [params] = useSearchParams();
  const { state, start, cancel } = useDashboardExport({ id, draft, state: set, tab: params.get('tab'), ...useLook() });
  const items = formats.map((format) => ({
    key: format,
    text: t(`dashboard.export.${format}`),
    onSelect: () => void start(format),
  }));
  // What nobody else can see yet cannot be sent.
  const send = { key: 'send', text: t('reports.make'), onSelect: () => setSending(true) };
  const label = t('dashboard.export.label');
  return (
    <>
      <Menu label={label} items={draft ? items : [...items, send]} opensOn="click">
        <Button icon={<DownloadOutlined aria-hidden />} aria-label={label} title={label} />
      </Menu>
      <Suspense>
        {isSending && <ReportDialog {...{ id, dashboard }} state={set} onClose={() => setSending(false)} />}
      </Suspense>
      {state.kind !== 'idle' && <Course state={state} onRetry={(format) => void start(format)} onClose={cancel} />}
    </>
  );
}

type Going = Exclude<DashboardExporting, { kind: 'idle' }>;
type CourseProps = { state: Going; onRetry: (format: Going['format']) => void; onClose: () => void };

/** How the file is getting on, in the corner: nothing on the page moves for it. */
function Course({ state, onRetry, onClose }: CourseProps) {
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
      <span className="numbers">{useCourseText(state)}</span>
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

function useCourseText(state: Going): string {
  const { t } = useTranslation();
  const format = state.format.toUpperCase();
  if (state.kind === 'failed') return state.reason;
  if (state.kind === 'fetching') return t('dashboard.export.fetching', { format });
  return t('dashboard.export.running', { format, done: state.done, of: state.of });
}
