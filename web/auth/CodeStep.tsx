import { useTranslation } from 'react-i18next';

import { Problem } from '#contract/errors.ts';
import { call } from '#web/http/client.ts';
import { useAdmit } from './admit.ts';
import { AuthForm } from './AuthForm.tsx';
import style from './CodeStep.module.css';
import { codeField } from './fields.ts';

export type Credentials = { identifier: string; password: string };
type Values = { code: string; trust?: string };

/** The second step of signing in: a code of the app, or a backup code. */
export function CodeStep({ credentials, onBack }: { credentials: Credentials; onBack: () => void }) {
  const { t } = useTranslation();
  const admit = useAdmit();
  const signIn = async ({ code, trust }: Values) => {
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
      onDone={admit}
      below={
        <button type="button" className={style['back']} onClick={onBack}>
          {t('auth.forgot.signin')}
        </button>
      }
    />
  );
}
