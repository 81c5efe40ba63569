import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';

import type { Admission } from '#contract/accounts.ts';
import { meQuery } from '#web/http/me.ts';
import { adoptPreferences } from '#web/shell/adopt.ts';
import { returnPathOf } from '#web/shell/return-url.ts';
import { storeToken } from '#web/shell/token.ts';

/** Keeps the token of a new session and goes on to where the person wanted to be. */
export function useAdmit(): (admission: Admission, returnUrl?: string | null) => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  return ({ token, member }, returnUrl = search.get('returnUrl')) => {
    storeToken(token);
    adoptPreferences(member.preferences);
    queries.clear();
    queries.setQueryData(meQuery.queryKey, member);
    void navigate(returnPathOf(returnUrl), { replace: true });
  };
}
