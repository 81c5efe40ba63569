import type { ChosenPreferences } from '#contract/preference.ts';
import { call } from '#web/http/client.ts';
import { meQuery } from '#web/http/me.ts';
import { queryClient } from '#web/http/queries.ts';
import { keepChoice } from '#web/shell/adopt.ts';
import { readToken } from '#web/shell/token.ts';
import { toastProblem } from './problem.ts';

/** Keeps a choice: in this browser at once, and in the account of who is signed in, for their other browsers. */
export function choose(fields: ChosenPreferences): void {
  keepChoice(fields);
  if (readToken()) void save(fields).catch(toastProblem);
}

async function save(fields: ChosenPreferences): Promise<void> {
  const preferences = await call('PATCH /me/preferences', fields);
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, preferences });
}
