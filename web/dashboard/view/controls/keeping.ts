import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { DashboardState } from '#contract/dashboard.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { keepView, viewsQuery } from '../views.ts';

/** Keeps views under names, renames and forgets them. */
export function useKeeping(id: string) {
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: viewsQuery(id).queryKey });
  const keep = useMutation({
    mutationFn: ({ name, state }: { name: string; state: DashboardState }) => keepView(id, name, state),
    onSuccess: again,
  });
  const rename = useMutation({
    mutationFn: ({ view, name }: { view: string; name: string }) =>
      call('PATCH /dashboards/:id/views/:view', { id, view, name }),
    onSuccess: again,
  });
  const forget = useMutation({
    mutationFn: (view: string) => call('DELETE /dashboards/:id/views/:view', { id, view }),
    onSuccess: again,
    onError: toastProblem,
  });
  return { keep, rename, forget };
}
