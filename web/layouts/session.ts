import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';

import { endSession, watchResponses } from '#web/http/client.ts';
import { queryClient } from '#web/http/query-client.ts';
import { clearSeeAs } from '#web/shell/see-as.ts';
import { clearStored, watchStored } from '#web/shell/storage.ts';
import { applyTheme } from '#web/shell/theme.ts';
import { readToken } from '#web/shell/token.ts';
import { notify, toastWhile } from '#web/ui/toast.ts';

function clearSession(): void {
  clearStored();
  clearSeeAs();
  queryClient.clear();
  applyTheme();
}

/** Ends the session on the server, clears the local state and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { t } = useTranslation();
  return useCallback(async () => {
    // The local state is cleared even if the request fails: the session then expires.
    await toastWhile(t('session.ending'), endSession()).catch(() => undefined);
    clearSession();
    await navigate('/');
  }, [navigate, t]);
}

/** Redirects to sign-in when the session ends elsewhere: expired, or ended by another device or tab. */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { t } = useTranslation();
  useEffect(() => {
    const goToSignIn = () => {
      const returnUrl = `${pathname}${search}${hash}`;
      void navigate(`/?${new URLSearchParams({ returnUrl })}`, { replace: true });
    };
    const stopWatchingResponses = watchResponses((response) => {
      if (response.status !== 401 || !readToken() || response.url.includes('/api/auth/')) return;
      clearSession();
      void notify('warning', t('session.ended'), t('session.endedText'));
      goToSignIn();
    });
    const token = readToken();
    const stopWatchingStorage = watchStored(() => {
      if (readToken() === token) return;
      queryClient.clear();
      // Another member signed in: nothing of the previous one may stay on the page.
      if (readToken()) window.location.reload();
      else goToSignIn();
    });
    return () => {
      stopWatchingResponses();
      stopWatchingStorage();
    };
  }, [navigate, pathname, search, hash, t]);
}
