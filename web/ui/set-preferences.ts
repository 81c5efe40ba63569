import type { ChosenPreferences } from '#contract/preferences/preferences.ts';
import { call } from '#web/http/client.ts';
import { meQuery } from '#web/http/me.ts';
import { queryClient } from '#web/http/query-client.ts';
import { applyChoice } from '#web/shell/apply-preferences.ts';
import { readToken } from '#web/shell/token.ts';
import { toastProblem } from './problem.ts';

/** Applies preferences in this browser at once, and saves them in the account if signed in. */
export function setPreferences(fields: ChosenPreferences): void {
  applyChoice(fields);
  if (readToken()) void save(fields).catch(toastProblem);
}

async function save(fields: ChosenPreferences): Promise<void> {
  const preferences = await call('PATCH /me/preferences', fields);
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, preferences });
}
