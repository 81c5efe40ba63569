import { useTranslation } from 'react-i18next';

import { PageHeading } from '#web/ui/PageHeading.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

/** Your password and where you are signed in. */
export function SecurityPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('account.security.title')} lead={t('account.security.lead')} />
      <PasswordPanel />
      <SessionsPanel />
    </>
  );
}
