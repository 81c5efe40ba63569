import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { formatMoment } from '#display/format/date.ts';
import { formatBytes, formatDuration } from '#display/format/number.ts';
import { call } from '#web/http/client.ts';
import { useZone } from '#web/shell/preferences.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';

/** System status, for the owner. */
export function SystemPanel() {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => call('GET /system', {}, signal),
    refetchInterval: 10_000,
    throwOnError: false,
  });
  if (!data) return null;
  const size = (bytes: number) => formatBytes(bytes, language);
  const { database, engine, disk } = data;
  const seconds = Math.round((dataUpdatedAt - Date.parse(data.startedAt)) / 1000);
  const uptime = { time: formatDuration(seconds, language), since: formatMoment(data.startedAt, zone) };
  const stored = {
    name: t(`system.databases.${database.kind}`),
    version: database.version,
    size: size(database.bytes),
  };
  return (
    <Panel title={t('system.title')}>
      <Facts
        rows={[
          [t('system.uptime'), t('system.uptimeText', uptime)],
          [t('system.versions'), t('system.versionsText', { version: data.version, node: data.node })],
          [t('system.memory'), size(data.memory)],
          [t('system.database'), t('system.stored', stored)],
          [t('system.engine'), t('system.stored', { ...engine, size: size(engine.bytes) })],
          [t('system.disk'), t('system.diskText', { free: size(disk.free), total: size(disk.total) })],
          [t('system.queue'), t('system.queueText', { waiting: data.waiting })],
        ]}
      />
    </Panel>
  );
}
