import Button from 'antd/es/button';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { type Dashboard, plainState } from '#contract/dashboard.ts';
import { useOwnZone, useZone } from '#web/shell/preferences.ts';
import { unreadIn } from './address.ts';
import { useBoard } from './board.ts';
import style from './Notices.module.css';
import { type Run, useAnswers } from './run.ts';
import { isZoneDamaged, offsetOf, withZone } from './zone.ts';

/** What whoever opened a link should know: by whose clocks it is told, and what of it could not be used. */
export const Notices = memo(function Notices({ dashboard, run }: { dashboard: Dashboard; run: Run }) {
  return (
    <div className={style['notices']}>
      <ZoneNotice />
      <UnreadNotice dashboard={dashboard} />
      <MisfitNotice run={run} />
    </div>
  );
});

type Props = { text: string; act: string; onAct: () => void };

function Notice({ text, act, onAct }: Props) {
  return (
    <p className={style['notice']} role="status">
      <span>{text}</span>
      <Button size="small" type="link" onClick={onAct}>
        {act}
      </Button>
    </p>
  );
}

function ZoneNotice() {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const [zone, own] = [useZone(), useOwnZone()];
  if (zone === own) return null;
  return (
    <Notice
      text={t('dashboard.view.zoneOfLink', { zone, offset: offsetOf(zone) })}
      act={t('dashboard.view.zoneOwn', { zone: own, offset: offsetOf(own) })}
      onAct={() => setParams((now) => withZone(now, null))}
    />
  );
}

function UnreadNotice({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const unread = useMemo(
    () => [...unreadIn(params, dashboard), ...(isZoneDamaged(params) ? ['zone'] : [])],
    [params, dashboard],
  );
  if (unread.length === 0) return null;
  const handleTidy = () =>
    setParams((now) => new URLSearchParams([...now].filter(([name]) => !unread.includes(name))), { replace: true });
  return <Notice text={t('dashboard.view.unread')} act={t('dashboard.view.understood')} onAct={handleTidy} />;
}

/** A value that no column could hold: that is known only once someone has asked. */
function MisfitNotice({ run }: { run: Run }) {
  const { t } = useTranslation();
  const answers = useAnswers(run);
  const { change } = useBoard();
  if (![...answers.values()].some(({ error }) => error?.code === 'value_misfit')) return null;
  return (
    <Notice text={t('dashboard.view.misfit')} act={t('dashboard.controls.clearAll')} onAct={() => change(plainState)} />
  );
}
