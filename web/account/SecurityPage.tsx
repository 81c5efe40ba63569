import { useTranslation } from 'react-i18next';

import { PageHeading } from '#web/ui/PageHeading.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ProvidersPanel } from './ProvidersPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { TwoStepPanel } from './TwoStepPanel.tsx';

/** Password, two-step verification, passkeys, providers and sessions. */
export function SecurityPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('account.security.title')} lead={t('account.security.lead')} />
      <PasswordPanel />
      <TwoStepPanel />
      <PasskeysPanel />
      <ProvidersPanel />
      <SessionsPanel />
    </>
  );
}
