import { useTranslation } from 'react-i18next';

import { call } from '#web/http/client.ts';
import { useCompleteSignIn } from './complete-sign-in.ts';
import { AuthForm } from './AuthForm.tsx';
import { memberFields, type MemberValues } from './fields.ts';

/** The first page of an empty installation. */
export function CreateOwner() {
  const { t } = useTranslation();
  const completeSignIn = useCompleteSignIn();
  return (
    <AuthForm
      title={t('auth.owner.title')}
      lead={t('auth.owner.lead')}
      fields={memberFields(t)}
      action={t('auth.owner.action')}
      submit={(values: MemberValues) => call('POST /auth/owner', values)}
      onDone={completeSignIn}
    />
  );
}
