import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';

import type { Session } from '#contract/accounts/routes.ts';
import { call } from '#web/http/client.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { deviceOf } from './device.ts';

/** The active sessions, each of which can be ended. */
export function SessionsPanel() {
  const { t } = useTranslation();
  const { data: sessions } = useQuery({ queryKey: ['sessions'], queryFn: () => call('GET /sessions', {}) });
  const { mutate: end } = useMutation({
    mutationFn: (session?: Session) =>
      session ? call('DELETE /sessions/:id', { id: session.id }) : call('DELETE /sessions', {}),
    onSuccess: () => void toast('success', t('account.security.ended')),
    onError: toastProblem,
  });
  const endOthers = () =>
    confirmDanger({
      title: t('account.security.endOthers'),
      text: t('account.security.endOthersText'),
      yes: t('account.security.endOthers'),
      onYes: () => end(undefined),
    });
  const currentAddress = sessions?.find(({ current }) => current)?.address;
  const showPlace = ({ address, place, current }: Session) => {
    const words = place === 'outside' ? undefined : t(`account.security.places.${place}`);
    const same = !current && address === currentAddress ? t('account.security.places.same') : undefined;
    return [address || '-', words, same].filter(Boolean).join(' · ');
  };
  const columns = [
    {
      title: t('account.security.device'),
      key: 'device',
      render: (session: Session) => (
        <>
          {deviceOf(session.userAgent)} {session.current && <Tag color="processing">{t('account.security.here')}</Tag>}
        </>
      ),
    },
    { title: t('account.security.place'), key: 'place', className: 'numbers', render: showPlace },
    { title: t('account.security.since'), dataIndex: 'createdAt', render: showMoment },
    { title: t('account.security.used'), dataIndex: 'usedAt', render: showMoment },
    { title: t('account.security.until'), dataIndex: 'expiresAt', render: showMoment },
    {
      key: 'end',
      render: (session: Session) =>
        session.current || (
          <Button size="small" onClick={() => end(session)}>
            {t('account.security.end')}
          </Button>
        ),
    },
  ];
  const hasOthers = (sessions?.length ?? 0) > 1;
  return (
    <Panel
      title={t('account.security.sessions')}
      extra={hasOthers && <Button onClick={endOthers}>{t('account.security.endOthers')}</Button>}
    >
      <DataTable rows={sessions} columns={columns} empty="" />
    </Panel>
  );
}
