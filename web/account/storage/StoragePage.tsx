import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Storage } from '#contract/system/storage.ts';
import { formatBytes, formatNumber } from '#display/format/number.ts';
import { call } from '#web/http/client.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { BackupsPanel } from './BackupsPanel.tsx';
import { DatasetSizes } from './DatasetSizes.tsx';
import { TimeLimits } from './TimeLimits.tsx';

const parts = ['segments', 'database', 'log', 'staging', 'exports', 'backups', 'aside'] as const;

/** Backups, disk usage and limits. */
export function StoragePage() {
  const { t } = useTranslation();
  const { data: storage } = useQuery({ queryKey: ['storage'], queryFn: () => call('GET /storage', {}) });
  return (
    <>
      <PageHeading title={t('account.storage.title')} lead={t('account.storage.lead')} />
      <BackupsPanel />
      {storage ? <StorageDetails storage={storage} /> : <PageSpinner />}
    </>
  );
}

function StorageDetails({ storage }: { storage: Storage }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const size = (bytes: number) => formatBytes(bytes, language);
  const count = (value: number) => formatNumber(value, language);
  const { limits, disk } = storage;
  return (
    <>
      <Panel title={t('storage.room')}>
        <Facts
          rows={[
            [t('storage.free'), t('storage.of', { part: size(disk.free), whole: size(disk.total) })],
            ...parts
              .filter((part) => part !== 'aside' || storage.parts.aside > 0)
              .map((part): [string, string] => [t(`storage.parts.${part}`), size(storage.parts[part])]),
          ]}
        />
      </Panel>
      <Panel title={t('storage.datasets')}>
        <DatasetSizes datasets={storage.datasets} />
      </Panel>
      <TimeLimits />
      <Panel title={t('storage.limits')}>
        <Facts
          rows={[
            [t('storage.upload'), size(limits.uploadBytes)],
            [t('storage.answer'), t('storage.rowCount', { rows: count(limits.answerRows) })],
            [t('storage.table'), t('storage.rowCount', { rows: count(limits.tableRows) })],
            [t('storage.push'), t('storage.rowCount', { rows: count(limits.pushRows) })],
            [t('storage.keys'), count(limits.personalKeys)],
            [t('storage.trash'), t('audit.days', { count: limits.trashDays })],
          ]}
        />
        <p style={{ marginTop: 12 }}>{t('storage.limitsText')}</p>
      </Panel>
    </>
  );
}
