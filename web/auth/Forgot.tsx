import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

import type { Installation } from '#contract/installation/routes.ts';
import { call } from '#web/http/client.ts';
import { AuthForm } from './AuthForm.tsx';
import { identifierField } from './fields.ts';
import { AuthMessage } from './AuthMessage.tsx';
import style from './Forgot.module.css';

type ForgotValues = { identifier: string };

/** Requests a reset link by email; without email, explains how the owner or the command line can reset. */
export function Forgot({ installation }: { installation: Installation }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const [isSent, setSent] = useState(false);
  const back = <Link to={{ pathname: '/auth/signin', search }}>{t('auth.forgot.signin')}</Link>;
  if (!installation.hasMail) {
    return (
      <AuthMessage title={t('auth.forgot.title')} text={t('auth.forgot.noMail')} below={back}>
        <ul className={style['ways']}>
          <li>{t('auth.forgot.byOwner')}</li>
          <li>
            {t('auth.forgot.byCommand')}
            <code>npm run reset-password -- {t('auth.forgot.someone')}</code>
          </li>
        </ul>
      </AuthMessage>
    );
  }
  if (isSent) return <AuthMessage title={t('auth.forgot.sentTitle')} text={t('auth.forgot.sent')} below={back} />;
  return (
    <AuthForm
      title={t('auth.forgot.title')}
      lead={t('auth.forgot.lead')}
      fields={[identifierField(t)]}
      action={t('auth.forgot.action')}
      submit={(values: ForgotValues) => call('POST /auth/forgot', values)}
      onDone={() => setSent(true)}
      below={back}
    />
  );
}
