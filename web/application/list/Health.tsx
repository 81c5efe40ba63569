import { useTranslation } from 'react-i18next';

import type { ApplicationHealth } from '#contract/applications/routes.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';

const tones: Record<ApplicationHealth, Tone> = { good: 'good', waiting: 'quiet', rejects: 'warn', failed: 'bad' };

/** Status badge of an application. */
export function Health({ health }: { health: ApplicationHealth }) {
  const { t } = useTranslation();
  return <Badge tone={tones[health]}>{t(`application.healths.${health}`)}</Badge>;
}
