import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import { listOf, textOf } from '#display/words/subject.ts';
import { queriedDatasetQuery } from '#web/http/datasets.ts';
import { useIsEditor } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { LineagePanel } from '#web/lineage/LineagePanel.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { labelOf } from '../names.ts';
import { RemapDialog } from '../remap/RemapDialog.tsx';
import { RemapList } from '../remap/RemapList.tsx';
import { DependentName } from './Dependents.tsx';
import { countsText, isThrough, keyOf, usesQuery } from './uses.ts';

/** The lineage of a dataset, its dependents and the columns that they use, and replacements of columns. */
export function UseTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const [isReplacing, setReplacing] = useState(false);
  const { data: dependents } = useQuery(usesQuery(dataset.id));
  if (!dependents) return <PageSpinner />;
  const subject = { kind: 'dataset' as const, id: dataset.id, metric: '' };
  if (dependents.length === 0)
    return (
      <>
        <LineagePanel subject={subject} />
        <div style={{ marginTop: 16 }}>
          <EmptyState picture={<BoardPicture />} title={t('dataset.use.title')} text={t('dataset.use.text')} />
        </div>
        <RemapList dataset={dataset} />
      </>
    );
  return (
    <>
      <LineagePanel subject={subject} />
      <Panel
        title={t('dataset.tabs.use')}
        extra={isEditor && <Button onClick={() => setReplacing(true)}>{t('remap.open')}</Button>}
      >
        <p style={{ marginBottom: 16 }}>{countsText(dependents, t)}</p>
        <Uses dataset={dataset} dependents={dependents} />
      </Panel>
      <RemapList dataset={dataset} />
      {isReplacing && <RemapDialog dataset={dataset} onClose={() => setReplacing(false)} />}
    </>
  );
}

function Uses({ dataset, dependents }: { dataset: Dataset; dependents: Dependent[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: queried = dataset } = useQuery({ ...queriedDatasetQuery(dataset.id), throwOnError: false });
  const nameOf = (id: string) => {
    const column = [...queried.columns, ...queried.metrics].find((each) => each.id === id);
    return column ? labelOf(column, language) : id;
  };
  const rows = dependents.map((dependent) => ({ id: keyOf(dependent), dependent }));
  type DependentRow = (typeof rows)[number];
  const columns = [
    {
      title: t('dataset.use.what'),
      key: 'what',
      render: ({ dependent }: DependentRow) => <DependentName dependent={dependent} />,
    },
    {
      title: t('dataset.use.kind'),
      key: 'kind',
      render: ({ dependent }: DependentRow) => (
        <>
          {t(`dataset.use.kinds.${dependent.kind}`)}
          {isThrough(dependent) && (
            <small dir="auto" style={{ display: 'block', color: 'var(--quiet)' }}>
              {t('dataset.use.through', { name: textOf(dependent.dataset.title, language) })}
            </small>
          )}
        </>
      ),
    },
    {
      title: t('dataset.use.where'),
      key: 'where',
      render: ({ dependent: { dashboard } }: DependentRow) =>
        dashboard ? (
          <Link to={`/dashboard/${dashboard.id}`} dir="auto">
            {textOf(dashboard.title, language) || t('dashboard.view.untitled')}
          </Link>
        ) : (
          '-'
        ),
    },
    {
      title: t('dataset.use.columns'),
      key: 'columns',
      render: ({ dependent }: DependentRow) => {
        const names = [...dependent.columns, ...dependent.metrics].map(nameOf);
        return clip(dependent.isSql ? t('dataset.use.sql') : names.length > 0 ? listOf(names, language) : '-');
      },
    },
  ];
  return <DataTable rows={rows} columns={columns} pageSize={40} empty="" />;
}
