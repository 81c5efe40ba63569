import { DashboardOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { createAutomaticDashboard } from '#web/http/dashboards.ts';
import { toastProblem } from '#web/ui/problem.ts';

/** Creates a dashboard from a dataset in one click. */
export function CreateDashboardButton({ dataset }: { dataset: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => createAutomaticDashboard(dataset),
    onSuccess: ({ id }) => navigate(`/dashboard/${id}`),
    onError: toastProblem,
  });
  return (
    <Button icon={<DashboardOutlined aria-hidden />} loading={isPending} onClick={() => mutate()}>
      {t('dataset.board')}
    </Button>
  );
}
