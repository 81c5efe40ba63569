import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { auditRetentionDays } from '#contract/audit/outcomes.ts';
import { call } from '#web/http/client.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { toastProblem } from '#web/ui/problem.ts';

type RetentionDays = (typeof auditRetentionDays)[number] | null;
const forever = 0;

/** Retention of the audit log. Placed above the list because the list has infinite scrolling. */
export function RetentionSelect() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const queryKey = ['audit-settings'];
  const { data } = useQuery({ queryKey, queryFn: () => call('GET /audit/settings', {}) });
  const { mutate } = useMutation({
    mutationFn: (days: RetentionDays) => call('PUT /audit/settings', { days }),
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
    onError: toastProblem,
  });
  const nameOf = (days: RetentionDays) => (days ? t('audit.days', { count: days }) : t('audit.forEver'));
  const choose = (days: RetentionDays) => {
    const isShorter = days !== null && (!data?.days || days < data.days);
    if (!isShorter) return mutate(days);
    return void confirmDanger({
      title: t('audit.shorterTitle', { days: nameOf(days) }),
      text: t('audit.shorterText'),
      yes: t('audit.shorter'),
      onYes: () => mutate(days),
    });
  };
  if (!data) return null;
  return (
    <Select
      aria-label={t('audit.kept')}
      prefix={t('audit.kept')}
      popupMatchSelectWidth={false}
      value={data.days ?? forever}
      options={[...auditRetentionDays, forever].map((days) => ({ value: days, label: nameOf(days as RetentionDays) }))}
      onChange={(days) => choose((days || null) as RetentionDays)}
    />
  );
}
