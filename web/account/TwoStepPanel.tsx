import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Tag from 'antd/es/tag';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatMoment } from '#display/format/date.ts';
import { call } from '#web/http/client.ts';
import { useZone } from '#web/shell/preferences.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toast } from '#web/ui/toast.ts';
import { BackupCodesDialog } from './BackupCodesDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { protectionQuery } from './protection.ts';
import style from './TwoStep.module.css';

const TwoStepDialog = lazy(() => import('./TwoStepDialog.tsx').then((module) => ({ default: module.TwoStepDialog })));

type OpenTwoStepDialog = { kind: 'on' } | { kind: 'off' } | { kind: 'renew' } | { kind: 'codes'; codes: string[] };

/** Status of two-step verification, and buttons to change it. */
export function TwoStepPanel() {
  const { t } = useTranslation();
  const zone = useZone();
  const { data: protection } = useQuery(protectionQuery);
  const [open, setOpen] = useState<OpenTwoStepDialog>();
  const close = () => setOpen(undefined);
  const showCodes = (codes: string[]) => setOpen({ kind: 'codes', codes });
  const since = protection?.twoStepSince;
  return (
    <Panel title={t('account.twoStep.title')} extra={since && <Tag color="success">{t('account.twoStep.isOn')}</Tag>}>
      <p className={style['quiet']}>
        {since
          ? t('account.twoStep.since', { when: formatMoment(since, zone), left: protection.codesLeft })
          : t('account.twoStep.lead')}
      </p>
      <div className={style['actions']}>
        {protection && !since && (
          <Button type="primary" onClick={() => setOpen({ kind: 'on' })}>
            {t('account.twoStep.turnOn')}
          </Button>
        )}
        {since && (
          <>
            <Button onClick={() => setOpen({ kind: 'renew' })}>{t('account.twoStep.renew')}</Button>
            <Button onClick={() => setOpen({ kind: 'off' })}>{t('account.twoStep.turnOff')}</Button>
          </>
        )}
      </div>
      {open?.kind === 'on' && (
        <Suspense fallback={null}>
          <TwoStepDialog onDone={showCodes} onClose={close} />
        </Suspense>
      )}
      {open?.kind === 'codes' && <BackupCodesDialog codes={open.codes} onClose={close} />}
      {open?.kind === 'renew' && (
        <PasswordDialog
          title={t('account.twoStep.renew')}
          text={t('account.twoStep.renewText')}
          action={t('account.twoStep.renew')}
          submit={(values) => call('POST /me/two-step/codes', values)}
          onDone={({ codes }) => showCodes(codes)}
          onClose={close}
        />
      )}
      {open?.kind === 'off' && (
        <PasswordDialog
          danger
          title={t('account.twoStep.turnOff')}
          text={t('account.twoStep.turnOffText')}
          action={t('account.twoStep.turnOff')}
          submit={(values) => call('POST /me/two-step/off', values)}
          onDone={() => {
            close();
            void toast('success', t('account.twoStep.nowOff'));
          }}
          onClose={close}
        />
      )}
    </Panel>
  );
}
