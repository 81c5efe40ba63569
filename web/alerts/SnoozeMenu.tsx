import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Alert } from '#contract/alerts/routes.ts';
import { call } from '#web/http/client.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { toastProblem } from '#web/ui/problem.ts';

const hour = 3_600_000;
const spans = { hour, day: 24 * hour, week: 7 * 24 * hour };

/** Snoozes an alert, or ends the snooze. */
export function SnoozeMenu({ alert: { id, snoozedUntil } }: { alert: Alert }) {
  const { t } = useTranslation();
  const { mutate: snooze } = useMutation({
    mutationFn: (until: string | null) => call('PUT /alerts/:id/snooze', { id, until }),
    onError: toastProblem,
  });
  if (snoozedUntil) return <Button onClick={() => snooze(null)}>{t('alerts.wake')}</Button>;
  const items = (Object.keys(spans) as (keyof typeof spans)[]).map((span) => ({
    key: span,
    text: t(`alerts.snoozes.${span}`),
    onSelect: () => snooze(new Date(Date.now() + spans[span]).toISOString()),
  }));
  return (
    <Menu label={t('alerts.snooze')} items={items} opensOn="click">
      <Button>{t('alerts.snooze')}</Button>
    </Menu>
  );
}
