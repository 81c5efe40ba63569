import { useMutation } from '@tanstack/react-query';

import type { DashboardState } from '#domain/dashboard/dashboard.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { saveView } from '../views.ts';

/** Saves, renames and deletes views. */
export function useSavedViews(id: string) {
  const save = useMutation({
    mutationFn: ({ name, state }: { name: string; state: DashboardState }) => saveView(id, name, state),
    onSuccess: waitForRefetches,
  });
  const rename = useMutation({
    mutationFn: ({ view, name }: { view: string; name: string }) =>
      call('PATCH /dashboards/:id/views/:view', { id, view, name }),
    onSuccess: waitForRefetches,
  });
  const remove = useMutation({
    mutationFn: (view: string) => call('DELETE /dashboards/:id/views/:view', { id, view }),
    onError: toastProblem,
  });
  return { save, rename, remove };
}
