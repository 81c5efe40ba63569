import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { SavedChart } from '#contract/saved-charts/routes.ts';
import { allDatasetsQuery } from '#web/http/run-query.ts';
import { call } from '#web/http/client.ts';
import { labelOf } from '#display/words/subject.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { showMoment } from '#web/ui/Moment.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { RemoveButton } from '#web/ui/RemoveButton.tsx';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { KindIcon } from './kind-icons.tsx';
import { addressOfChart } from './explore-location.ts';
import { rename, SaveDialog } from './SaveDialog.tsx';

/** The saved charts: open, rename, delete. */
export function ChartList({ charts, onOpen }: { charts: SavedChart[]; onOpen?: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: datasets } = useQuery({ ...allDatasetsQuery, throwOnError: false });
  const [renaming, setRenaming] = useState<SavedChart>();
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /charts/:id', { id }),
    onError: toastProblem,
  });
  const nameOf = (chart: SavedChart) => {
    const dataset = datasets?.find(({ id }) => id === chart.dataset);
    return dataset ? labelOf(dataset, language) : chart.dataset === null ? t('explore.tabs.sql') : '-';
  };
  const columns = [
    {
      title: t('explore.chartName'),
      key: 'name',
      render: (chart: SavedChart) => (
        <Link to={addressOfChart(chart.id)} onClick={onOpen} dir="auto">
          <KindIcon kind={chart.chart.drawing.kind} /> {chart.name}
        </Link>
      ),
    },
    { title: t('explore.dataset'), key: 'dataset', render: nameOf },
    { title: t('explore.savedBy'), key: 'by', render: ({ by }: SavedChart) => by?.name ?? '-' },
    { title: t('explore.savedAt'), dataIndex: 'updatedAt', render: showMoment },
    ...(charts.some(({ right }) => right === 'edit')
      ? [
          {
            ...actionColumn,
            render: (chart: SavedChart) =>
              chart.right === 'edit' && (
                <RowActions>
                  <Button size="small" onClick={() => setRenaming(chart)}>
                    {t('explore.rename')}
                  </Button>
                  <RemoveButton
                    small
                    title={t('explore.deleteChart', { name: chart.name })}
                    text={t('explore.deleteText')}
                    yes={t('explore.delete')}
                    onYes={() => remove.mutate(chart.id)}
                  />
                </RowActions>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DataTable rows={charts} columns={columns} empty={t('explore.noCharts')} />
      {renaming && (
        <SaveDialog
          title={t('explore.renameChart')}
          proposed={renaming.name}
          save={rename(renaming.id)}
          onClose={() => setRenaming(undefined)}
          onSaved={() => setRenaming(undefined)}
        />
      )}
    </>
  );
}
