import { useTranslation } from 'react-i18next';

import { Problem } from '#contract/errors.ts';
import { call } from '#web/http/client.ts';
import { useCompleteSignIn } from './complete-sign-in.ts';
import { AuthForm } from './AuthForm.tsx';
import style from './CodeStep.module.css';
import { codeField } from './fields.ts';

export type SignInCredentials = { identifier: string; password: string };
type CodeValues = { code: string; trust?: string };

/** The second step of signing in: an authenticator code or a backup code. */
export function CodeStep({ credentials, onBack }: { credentials: SignInCredentials; onBack: () => void }) {
  const { t } = useTranslation();
  const completeSignIn = useCompleteSignIn();
  const signIn = async ({ code, trust }: CodeValues) => {
    const answer = await call('POST /auth/signin', { ...credentials, code, trust: trust === 'on' });
    if ('needs' in answer) throw new Problem('internal');
    return answer;
  };
  return (
    <AuthForm
      title={t('auth.code.title')}
      lead={t('auth.code.lead')}
      fields={[codeField(t)]}
      extra={
        <label className={style['trust']}>
          <input type="checkbox" name="trust" /> {t('auth.code.trust')}
        </label>
      }
      action={t('auth.signin.action')}
      submit={signIn}
      onDone={completeSignIn}
      below={
        <button type="button" className={style['back']} onClick={onBack}>
          {t('auth.forgot.signin')}
        </button>
      }
    />
  );
}
