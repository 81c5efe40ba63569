import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { auditDays } from '#contract/outcomes.ts';
import { call } from '#web/http/client.ts';
import { askFirst } from '#web/ui/confirm.ts';
import { toastProblem } from '#web/ui/problem.ts';

type Days = (typeof auditDays)[number] | null;
const forEver = 0;

/** For how long the log is kept. It stands above the list, which has no end. */
export function KeptFor() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const queryKey = ['audit-settings'];
  const { data } = useQuery({ queryKey, queryFn: () => call('GET /audit/settings', {}) });
  const { mutate } = useMutation({
    mutationFn: (days: Days) => call('PUT /audit/settings', { days }),
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
    onError: toastProblem,
  });
  const nameOf = (days: Days) => (days ? t('audit.days', { count: days }) : t('audit.forEver'));
  const choose = (days: Days) => {
    const isShorter = days !== null && (!data?.days || days < data.days);
    if (!isShorter) return mutate(days);
    return void askFirst({
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
      value={data.days ?? forEver}
      options={[...auditDays, forEver].map((days) => ({ value: days, label: nameOf(days as Days) }))}
      onChange={(days) => choose((days || null) as Days)}
    />
  );
}
