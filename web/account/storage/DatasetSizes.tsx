import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { StoredDataset } from '#contract/system/storage.ts';
import { formatBytes, formatNumber } from '#display/format/number.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';

const right = { align: 'right' as const, className: 'numbers' };

/** The size of each dataset, largest first. */
export function DatasetSizes({ datasets }: { datasets: StoredDataset[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const size = (bytes: number) => formatBytes(bytes, language);
  const columns = [
    {
      title: t('storage.dataset'),
      key: 'name',
      render: ({ id, name, application, isTrashed }: StoredDataset) =>
        isTrashed ? (
          <>
            {name} <Badge tone="quiet">{t('storage.inTrash')}</Badge>
          </>
        ) : (
          <Link to={`/application/${application.id}/datasets/${id}`}>{name}</Link>
        ),
    },
    {
      title: t('storage.application'),
      key: 'application',
      render: ({ application }: StoredDataset) => application.name,
    },
    { title: t('storage.rows'), dataIndex: 'rows', ...right, render: (rows: number) => formatNumber(rows, language) },
    { title: t('storage.now'), dataIndex: 'bytes', ...right, render: size },
    { title: t('storage.older'), dataIndex: 'olderBytes', ...right, render: size },
    { title: t('storage.versions'), dataIndex: 'versions', ...right },
  ];
  return <DataTable rows={datasets} columns={columns} empty={t('storage.none')} />;
}
