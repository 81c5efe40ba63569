import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';

import type { NewSession } from '#contract/accounts/routes.ts';
import { meQuery } from '#web/http/me.ts';
import { applyPreferences } from '#web/shell/apply-preferences.ts';
import { returnPathOf } from '#web/shell/return-url.ts';
import { storeToken } from '#web/shell/token.ts';

/** Stores the token of a new session and navigates to the returnUrl. */
export function useCompleteSignIn(): (admission: NewSession, returnUrl?: string | null) => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  return ({ token, member }, returnUrl = search.get('returnUrl')) => {
    storeToken(token);
    applyPreferences(member.preferences);
    queries.clear();
    queries.setQueryData(meQuery.queryKey, member);
    void navigate(returnPathOf(returnUrl), { replace: true });
  };
}
