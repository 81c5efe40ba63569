import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { DashboardState } from '#domain/dashboard/dashboard.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { saveView, viewsQuery } from '../views.ts';

/** Saves, renames and deletes views. */
export function useSavedViews(id: string) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: viewsQuery(id).queryKey });
  const save = useMutation({
    mutationFn: ({ name, state }: { name: string; state: DashboardState }) => saveView(id, name, state),
    onSuccess: reload,
  });
  const rename = useMutation({
    mutationFn: ({ view, name }: { view: string; name: string }) =>
      call('PATCH /dashboards/:id/views/:view', { id, view, name }),
    onSuccess: reload,
  });
  const remove = useMutation({
    mutationFn: (view: string) => call('DELETE /dashboards/:id/views/:view', { id, view }),
    onSuccess: reload,
    onError: toastProblem,
  });
  return { save, rename, remove };
}
