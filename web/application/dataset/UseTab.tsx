import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import { listOf, textOf } from '#display/words/subject.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { labelOf } from '../names.ts';
import { DependentName } from './Dependents.tsx';
import { countsText, keyOf, usesQuery } from './uses.ts';

/** The dependents of a dataset and the columns that they use. */
export function UseTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const { data: dependents } = useQuery(usesQuery(dataset.id));
  if (!dependents) return <PageSpinner />;
  if (dependents.length === 0)
    return <EmptyState picture={<BoardPicture />} title={t('dataset.use.title')} text={t('dataset.use.text')} />;
  return (
    <Panel title={t('dataset.tabs.use')} extra={<span>{countsText(dependents, t)}</span>}>
      <Uses dataset={dataset} dependents={dependents} />
    </Panel>
  );
}

function Uses({ dataset, dependents }: { dataset: Dataset; dependents: Dependent[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = (id: string) => {
    const column = [...dataset.columns, ...dataset.metrics].find((each) => each.id === id);
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
      render: ({ dependent }: DependentRow) => t(`dataset.use.kinds.${dependent.kind}`),
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
