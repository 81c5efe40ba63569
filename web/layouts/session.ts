import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';

import { call, watchAnswers } from '#web/http/client.ts';
import { queryClient } from '#web/http/queries.ts';
import { clearStored, watchStored } from '#web/shell/storage.ts';
import { applyTheme } from '#web/shell/theme.ts';
import { readToken } from '#web/shell/token.ts';
import { notify, toastWhile } from '#web/ui/toast.ts';

function forgetSession(): void {
  clearStored();
  queryClient.clear();
  applyTheme();
}

/** Ends the session on the server, forgets everything here and goes to the door. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { t } = useTranslation();
  return useCallback(async () => {
    // Whatever the server says, this browser forgets: a session that it could not end expires.
    await toastWhile(t('session.ending'), call('DELETE /sessions/current', {})).catch(() => undefined);
    forgetSession();
    await navigate('/');
  }, [navigate, t]);
}

/** Leads to the door when the session ends elsewhere: expired, ended from another device or another tab. */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { t } = useTranslation();
  useEffect(() => {
    const leave = () => {
      const returnUrl = `${pathname}${search}${hash}`;
      void navigate(`/?${new URLSearchParams({ returnUrl })}`, { replace: true });
    };
    const stopAnswers = watchAnswers((response) => {
      if (response.status !== 401 || !readToken() || response.url.includes('/api/auth/')) return;
      forgetSession();
      void notify('warning', t('session.ended'), t('session.endedText'));
      leave();
    });
    const token = readToken();
    const stopStorage = watchStored(() => {
      if (readToken() === token) return;
      queryClient.clear();
      // Someone else signed in: nothing of the one before may stay on the page.
      if (readToken()) window.location.reload();
      else leave();
    });
    return () => {
      stopAnswers();
      stopStorage();
    };
  }, [navigate, pathname, search, hash, t]);
}
