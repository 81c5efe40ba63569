import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';

import { installationQuery } from '#web/http/installation.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { returnPathOf } from '#web/shell/return-url.ts';
import { readToken } from '#web/shell/token.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { CreateOwner } from './CreateOwner.tsx';
import { Forgot } from './Forgot.tsx';
import { ProviderReturn } from './ProviderReturn.tsx';
import { Reset } from './Reset.tsx';
import { SignIn } from './SignIn.tsx';
import { SignUp } from './SignUp.tsx';
import { AuthMessage } from './AuthMessage.tsx';

// Rarely used, so loaded on demand.
const EmailSubscription = lazy(() =>
  import('./EmailSubscription.tsx').then((module) => ({ default: module.EmailSubscription })),
);

/** Sign-in, sign-up and password reset; an empty installation first creates its owner. */
export function AuthArea() {
  const { pathname, search } = useLocation();
  const { data: installation, error, refetch } = useQuery({ ...installationQuery, throwOnError: false });
  // Links in emails work whether signed in or not.
  const isLink = pathname === '/auth/reset' || pathname === '/auth/letters';
  if (readToken() && !isLink)
    return <Navigate replace to={returnPathOf(new URLSearchParams(search).get('returnUrl'))} />;
  return (
    <AuthLayout>
      {!error && !installation && <PageSpinner />}
      {error && !installation && <Unreachable error={error} onRetry={() => void refetch()} />}
      {installation && !installation.hasOwner && <CreateOwner />}
      {installation?.hasOwner && (
        <Routes>
          <Route index element={<Navigate replace to={{ pathname: '/auth/signin', search }} />} />
          <Route path="signin" element={<SignIn installation={installation} />} />
          <Route path="signup" element={<SignUp installation={installation} />} />
          <Route path="forgot" element={<Forgot installation={installation} />} />
          <Route path="reset" element={<Reset />} />
          <Route path="oidc" element={<ProviderReturn />} />
          <Route
            path="letters"
            element={
              <Suspense fallback={<PageSpinner />}>
                <EmailSubscription />
              </Suspense>
            }
          />
          <Route path="*" element={<Navigate replace to={{ pathname: '/auth/signin', search }} />} />
        </Routes>
      )}
    </AuthLayout>
  );
}

/** Shown when the installation settings cannot be loaded. */
function Unreachable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <AuthMessage
      title={t('error.title')}
      text={sentenceOf(error)}
      below={
        <Button type="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
