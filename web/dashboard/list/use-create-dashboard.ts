import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { call } from '#web/http/client.ts';
import { dashboardQuery, dashboardsQuery, createAutomaticDashboard } from '#web/http/dashboards.ts';
import { useLanguage } from '#web/ui/language.ts';
import { emptyDashboard, noTexts } from '#domain/dashboard/dashboard-edits.ts';
import type { TemplateChoice } from './template-sketches.ts';

type NewDashboardRequest = { template: TemplateChoice; dataset: string | undefined };

/** Creates a dashboard from a template and opens it, or a blank one in the editor. */
export function useCreateDashboard() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ template, dataset }: NewDashboardRequest) => {
      if (template !== 'blank') return createAutomaticDashboard(dataset!, template);
      const title = { ...noTexts, [language]: t('dashboard.view.untitled') };
      return call('POST /dashboards', { dashboard: emptyDashboard(title) });
    },
    onSuccess: async (created, { template }) => {
      queries.setQueryData(dashboardQuery(created.id).queryKey, created);
      void queries.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
      await navigate(`/dashboard/${created.id}${template === 'blank' ? '?mode=edit' : ''}`);
    },
  });
  return { make: mutate, isMaking: isPending, error };
}
