import { PlusOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { call } from '#web/http/client.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { emptyDashboard, noTexts } from '../edit/document.ts';

/** Makes a dashboard without cards and opens it for editing. */
export function CreateMenu() {
  const { t } = useTranslation();
  const { create, isCreating } = useBlank();
  return (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} loading={isCreating} onClick={create}>
      {t('dashboard.list.new')}
    </Button>
  );
}

function useBlank() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const title = { ...noTexts, [language]: t('dashboard.view.untitled') };
      return call('POST /dashboards', { dashboard: emptyDashboard(title) });
    },
    onSuccess: async (made) => {
      queries.setQueryData(dashboardQuery(made.id).queryKey, made);
      void queries.invalidateQueries({ queryKey: ['dashboards'] });
      await navigate(`/dashboard/${made.id}?mode=edit`);
    },
    onError: toastProblem,
  });
  return { create: () => mutate(), isCreating: isPending };
}
