import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { SavedDashboard, Template } from '#contract/dashboards.ts';
import { call } from '#web/http/client.ts';
import { dashboardQuery, dashboardsQuery, makeDashboard } from '#web/http/dashboards.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { emptyDashboard, noTexts } from '../edit/document.ts';

/** Makes a dashboard without cards and opens it for editing. */
export function useBlank() {
  const { t } = useTranslation();
  const language = useLanguage();
  const open = useOpening('?mode=edit');
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const title = { ...noTexts, [language]: t('dashboard.view.untitled') };
      return call('POST /dashboards', { dashboard: emptyDashboard(title) });
    },
    onSuccess: open,
    onError: toastProblem,
  });
  return { make: () => mutate(), isMaking: isPending };
}

/** Makes a dashboard of what a dataset holds and shows it. */
export function useAutomatic() {
  const open = useOpening('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ dataset, template }: { dataset: string; template: Template }) => makeDashboard(dataset, template),
    onSuccess: open,
  });
  return { make: mutate, isMaking: isPending, error };
}

function useOpening(search: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (made: SavedDashboard) => {
    queries.setQueryData(dashboardQuery(made.id).queryKey, made);
    void queries.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
    await navigate(`/dashboard/${made.id}${search}`);
  };
}
