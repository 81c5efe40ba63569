import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { call } from '#web/http/client.ts';
import { dashboardsQuery } from '#web/http/dashboards.ts';
import { setExpectedData } from '#web/http/query-client.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

/** Toggles a favourite with an optimistic update. */
export function useFavourite() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (input: { id: string; isFavourite: boolean }) => call('PUT /dashboards/:id/favourite', input),
    onMutate: ({ id, isFavourite }) =>
      setExpectedData(queries, dashboardsQuery, (list) =>
        list.map((each) => (each.id === id ? { ...each, isFavourite } : each)),
      ),
    onError: (error) => {
      toastProblem(error);
      void queries.invalidateQueries(dashboardsQuery);
    },
  });
  return mutate;
}

/** Pins or unpins a dashboard with an optimistic update. */
export function usePin() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (input: { id: string; isPinned: boolean }) => call('PUT /dashboards/:id/pin', input),
    onMutate: ({ id, isPinned }) => {
      const pinnedAt = isPinned ? new Date().toISOString() : null;
      return setExpectedData(queries, dashboardsQuery, (list) =>
        list.map((each) => (each.id === id ? { ...each, pinnedAt } : each)),
      );
    },
    onError: (error) => {
      toastProblem(error);
      void queries.invalidateQueries(dashboardsQuery);
    },
  });
  return mutate;
}

/** The title of a copy in each language of the title. */
const copyTitle = (title: LocalizedText, nameOf: (title: string) => string): LocalizedText => ({
  en_US: title.en_US && nameOf(title.en_US).slice(0, 200),
  zh_CN: title.zh_CN && nameOf(title.zh_CN).slice(0, 200),
});

/** Copies a dashboard, or moves it to the trash with undo. */
export function useTileActions(dashboard: ListedDashboard, title: string) {
  const { t } = useTranslation();
  const { id } = dashboard;
  const copy = useMutation({
    mutationFn: () =>
      call('POST /dashboards/:id/copy', {
        id,
        title: copyTitle(dashboard.title, (name) => t('dashboard.list.copyOf', { name })),
      }),
    onSuccess: () => toast('success', t('dashboard.list.copied', { title })),
    onError: toastProblem,
  });
  const restore = useMutation({
    mutationFn: () => call('POST /dashboards/:id/restore', { id }),
    onError: toastProblem,
  });
  const trash = useMutation({
    mutationFn: () => call('DELETE /dashboards/:id', { id }),
    onSuccess: async () => {
      const { offerUndo } = await import('#web/ui/undo.tsx');
      const text = t('dashboard.list.trashed', { title });
      offerUndo({ text, undo: t('dashboard.list.undo'), onUndo: () => restore.mutate() });
    },
    onError: toastProblem,
  });
  return { copy: () => copy.mutate(), trash: () => trash.mutate() };
}
