import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';

import type { Dataset, Version } from '#contract/datasets/routes.ts';
import { versionsQuery } from '#web/http/datasets.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { formatNumber } from '#display/format/number.ts';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { useRestoreVersion } from './restore-version.ts';
import style from './VersionsTab.module.css';

type VersionRow = Version & { id: string };

/** All versions with author, time and row changes; each can be viewed and restored. */
export function VersionsTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: versions } = useQuery(versionsQuery(dataset.id));
  const rows = versions?.map((version): VersionRow => ({ ...version, id: String(version.number) }));
  const columns = [
    {
      title: t('dataset.version'),
      key: 'number',
      render: ({ number, current }: VersionRow) => (
        <span className="numbers">
          {number} {current && <Tag color="processing">{t('versions.current')}</Tag>}
        </span>
      ),
    },
    {
      title: t('versions.cause'),
      key: 'cause',
      render: ({ cause, detail }: VersionRow) => clip(t(`versions.causes.${cause}`, { detail })),
    },
    { title: t('versions.change'), key: 'change', render: (version: VersionRow) => <RowChange version={version} /> },
    {
      title: t('application.rows'),
      dataIndex: 'rows',
      align: 'end' as const,
      className: 'numbers',
      render: (count: number) => formatNumber(count, language),
    },
    { title: t('imports.when'), dataIndex: 'createdAt', render: showMoment },
    { title: t('imports.by'), dataIndex: 'by', render: (by: string | null) => clip(by ?? '-') },
    {
      ...actionColumn,
      render: (version: VersionRow) => <Actions dataset={dataset} version={version} />,
    },
  ];
  return (
    <Panel>
      <DataTable rows={rows} columns={columns} empty={t('versions.none')} />
    </Panel>
  );
}

function RowChange({ version: { added, removed } }: { version: Version }) {
  const language = useLanguage();
  return (
    <span className={`numbers ${style['change']}`}>
      {added > 0 && <span data-sign="plus">{`+${formatNumber(added, language)}`}</span>}
      {removed > 0 && <span data-sign="minus">{`−${formatNumber(removed, language)}`}</span>}
      {added === 0 && removed === 0 && '-'}
    </span>
  );
}

function Actions({ dataset, version }: { dataset: Dataset; version: Version }) {
  const { t } = useTranslation();
  const isEditor = useMayEdit(dataset.applicationId);
  const restore = useRestoreVersion(dataset);
  if (version.current) return null;
  return (
    <RowActions>
      <LinkButton
        small
        to={`/application/${dataset.applicationId}/datasets/${dataset.id}/rows?version=${version.number}`}
      >
        {t('versions.look')}
      </LinkButton>
      {isEditor && (
        <Button size="small" onClick={() => restore(version)}>
          {t('versions.restore')}
        </Button>
      )}
    </RowActions>
  );
}
