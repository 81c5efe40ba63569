import { useTranslation } from 'react-i18next';

import type { Application, ApplicationHealth } from '#contract/applications/routes.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';

const tones: Record<ApplicationHealth, Tone> = {
  good: 'good',
  waiting: 'quiet',
  rejects: 'warn',
  late: 'warn',
  failed: 'bad',
};

/** Status badge of an application. */
export function Health({ application }: { application: Application }) {
  const { t } = useTranslation();
  const { kind, health } = application;
  // A connected database has its data already: it waits only for the choice of tables.
  const isWaiting = kind === 'connection' && health === 'waiting';
  return <Badge tone={tones[health]}>{t(`application.healths.${isWaiting ? 'noTables' : health}`)}</Badge>;
}
