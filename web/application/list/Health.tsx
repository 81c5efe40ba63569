import { useTranslation } from 'react-i18next';

import type { Application, ApplicationHealth } from '#contract/applications/routes.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';

const tones: Record<ApplicationHealth, Tone> = { good: 'good', waiting: 'quiet', rejects: 'warn', failed: 'bad' };

/** Status badge of an application. */
export function Health({ application: { kind, health } }: { application: Pick<Application, 'kind' | 'health'> }) {
  const { t } = useTranslation();
  // A connected database has its data already.
  const text = kind === 'connection' && health === 'waiting' ? 'noTables' : health;
  return <Badge tone={tones[health]}>{t(`application.healths.${text}`)}</Badge>;
}
