import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';

import { Problem } from '#contract/errors.ts';
import type { Installation } from '#contract/installation/routes.ts';
import { call } from '#web/http/client.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useCompleteSignIn } from './complete-sign-in.ts';
import { AuthForm } from './AuthForm.tsx';
import { memberFields, type MemberValues } from './fields.ts';
import { AuthMessage } from './AuthMessage.tsx';
import { ProviderButton } from './ProviderButton.tsx';

/** A malformed token is reported as an invalid link. */
const linkErrorOf = (error: Error) =>
  error instanceof Problem && error.code === 'invalid_input' ? new Problem('link_invalid') : error;

/** Sign-up by invitation or, if the owner allows it, without one; the page says which. */
export function SignUp({ installation }: { installation: Installation }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const [params] = useSearchParams();
  const invitation = params.get('invitation') ?? undefined;
  const completeSignIn = useCompleteSignIn();
  const { data: invited, error } = useQuery({
    queryKey: ['invitation', invitation],
    queryFn: () => call('POST /auth/invitation', { invitation: invitation! }),
    enabled: Boolean(invitation),
    retry: false,
    throwOnError: false,
  });
  const back = <Link to={{ pathname: '/auth/signin', search }}>{t('auth.signup.signin')}</Link>;

  if (error) return <AuthMessage title={t('auth.signup.title')} text={sentenceOf(linkErrorOf(error))} below={back} />;
  if (!invitation && installation.signUp !== 'open') {
    return <AuthMessage title={t('auth.signup.title')} text={t('auth.signup.closed')} below={back} />;
  }
  if (invitation && !invited) return null;
  const lead = invited
    ? t('auth.signup.invited', { name: invited.invitedBy, role: t(`roles.${invited.role}`) })
    : t('auth.signup.open');
  return (
    <AuthForm
      title={t('auth.signup.title')}
      lead={lead}
      fields={memberFields(t).map((field) =>
        field.name === 'email' ? { ...field, value: invited?.email ?? '' } : field,
      )}
      action={t('auth.signup.action')}
      submit={(values: MemberValues) => call('POST /auth/signup', { ...values, ...(invitation && { invitation }) })}
      onDone={completeSignIn}
      alternatives={installation.provider && <ProviderButton name={installation.provider} />}
      below={back}
    />
  );
}
