import { useTranslation } from 'react-i18next';

import type { Alert } from '#contract/alerts/routes.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';

const tones: Record<Alert['state'], Tone> = { firing: 'bad', stuck: 'warn', quiet: 'good' };

/** State of an alert; snoozed and acknowledged take precedence over the checked state. */
export function StateBadge({ alert: { state, snoozedUntil, acknowledged, failure } }: { alert: Alert }) {
  const { t } = useTranslation();
  if (snoozedUntil) return <Badge tone="quiet">{t('alerts.states.snoozed')}</Badge>;
  if (state === 'firing' && acknowledged) return <Badge tone="warn">{t('alerts.states.acknowledged')}</Badge>;
  return (
    <span title={failure?.message}>
      <Badge tone={tones[state]}>{t(`alerts.states.${state}`)}</Badge>
    </span>
  );
}
