import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { call } from '#web/http/client.ts';
import { dashboardQuery, dashboardsQuery, makeDashboard } from '#web/http/dashboards.ts';
import { useLanguage } from '#web/ui/language.ts';
import { emptyDashboard, noTexts } from '../edit/document.ts';
import type { Beginning } from './outlines.ts';

type Wish = { beginning: Beginning; dataset: string | undefined };

/** Makes a dashboard of what a dataset holds and shows it, or one without cards and opens it for editing. */
export function useMaking() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ beginning, dataset }: Wish) => {
      if (beginning !== 'blank') return makeDashboard(dataset!, beginning);
      const title = { ...noTexts, [language]: t('dashboard.view.untitled') };
      return call('POST /dashboards', { dashboard: emptyDashboard(title) });
    },
    onSuccess: async (made, { beginning }) => {
      queries.setQueryData(dashboardQuery(made.id).queryKey, made);
      void queries.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
      await navigate(`/dashboard/${made.id}${beginning === 'blank' ? '?mode=edit' : ''}`);
    },
  });
  return { make: mutate, isMaking: isPending, error };
}
