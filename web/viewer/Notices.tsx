import Button from 'antd/es/button';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import { useOwnZone, useZone } from '#web/shell/preferences.ts';
import { unreadableIn } from './url-state.ts';
import { useDashboardContext } from './dashboard-context.ts';
import style from './Notices.module.css';
import { type DashboardRun, useAnswers } from './run.ts';
import { isZoneDamaged, offsetOf, withZone } from './zone-param.ts';

/** Notices about an opened link: its time zone, and parts that could not be applied. */
export const Notices = memo(function Notices({ dashboard, run }: { dashboard: Dashboard; run: DashboardRun }) {
  return (
    <div className={style['notices']}>
      <ZoneNotice />
      <InvalidParamsNotice dashboard={dashboard} />
      <InvalidValueNotice run={run} />
    </div>
  );
});

type NoticeProps = { text: string; action: string; onAct: () => void };

function Notice({ text, action, onAct }: NoticeProps) {
  return (
    <p className={style['notice']} role="status">
      <span>{text}</span>
      <Button size="small" type="link" onClick={onAct}>
        {action}
      </Button>
    </p>
  );
}

function ZoneNotice() {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const [zone, ownZone] = [useZone(), useOwnZone()];
  if (zone === ownZone) return null;
  return (
    <Notice
      text={t('dashboard.view.zoneOfLink', { zone, offset: offsetOf(zone) })}
      action={t('dashboard.view.zoneOwn', { zone: ownZone, offset: offsetOf(ownZone) })}
      onAct={() => setParams((now) => withZone(now, null))}
    />
  );
}

function InvalidParamsNotice({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const unread = useMemo(
    () => [...unreadableIn(params, dashboard), ...(isZoneDamaged(params) ? ['zone'] : [])],
    [params, dashboard],
  );
  if (unread.length === 0) return null;
  const handleDismiss = () =>
    setParams((now) => new URLSearchParams([...now].filter(([name]) => !unread.includes(name))), { replace: true });
  return <Notice text={t('dashboard.view.unread')} action={t('dashboard.view.understood')} onAct={handleDismiss} />;
}

/** A filter value that does not fit its column, which is known only after the run. */
function InvalidValueNotice({ run }: { run: DashboardRun }) {
  const { t } = useTranslation();
  const answers = useAnswers(run);
  const { change } = useDashboardContext();
  if (![...answers.values()].some(({ error }) => error?.code === 'value_misfit')) return null;
  return (
    <Notice
      text={t('dashboard.view.misfit')}
      action={t('dashboard.controls.clearAll')}
      onAct={() => change(defaultState)}
    />
  );
}
